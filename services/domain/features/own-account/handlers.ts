import * as api from '@hzm/contracts/features/own-account/api';
import { handle, type Context } from '@hzm/services/core/engine';
import { accountDoc, userOf } from '../../access/account.ts';
import { isOwnPassword, wrongPassword } from '../accounts/own-password.ts';
import { change } from '../administration/change-user.ts';
import { closeAccount } from '../erasure/close-account.ts';
import { confirmByLink, mailEmailLink } from './change-email.ts';
import { ownData } from './own-data.ts';

/**
 * Steps up: who found an open screen knows no password. @throws Problem VALIDATION_ERROR,
 * RATE_LIMIT_EXCEEDED
 */
async function provePassword(
  { engine, caller, passwords }: Context,
  password: string,
): Promise<void> {
  const account = await accountDoc(engine, caller.actor);
  if (!(await isOwnPassword(passwords, account, password))) throw wrongPassword('password');
}

export const handlers = [
  handle(api.changeOwnName, (context, { body: { name } }) =>
    change(context, context.caller.actor, { name }),
  ),

  handle(api.changeOwnEmail, async (context, { body: { email, password } }) => {
    const {
      engine,
      caller: { actor },
    } = context;
    await provePassword(context, password);
    const sendsMail = engine.mailer !== undefined;
    const account = await accountDoc(engine, actor);
    if (engine.mailer && email !== account.email) {
      const mailed = await mailEmailLink(context, engine.mailer, actor, email);
      return { data: { user: userOf(account), sendsMail }, ...mailed };
    }
    const { data, ...rest } = await change(context, actor, { email });
    return { data: { ...data, sendsMail }, ...rest };
  }),

  handle(api.confirmOwnEmail, (context, { body: { token } }) => confirmByLink(context, token)),

  handle(api.deleteOwnAccount, async (context, { body: { password } }) => {
    await provePassword(context, password);
    return { data: {}, position: await closeAccount(context, context.caller.actor) };
  }),

  handle(api.ownData, ownData),
];
