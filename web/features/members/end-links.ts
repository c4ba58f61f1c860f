import { listPersonalLinks, removePersonalLink } from '@hzm/contracts/features/widgets/api';
import { send } from '../../lib/http.ts';

/** Revokes the personal links of forms whose addresses a person was shown. */
export async function endLinksOf(userId: string, formIds: readonly string[]): Promise<void> {
  for (const widgetId of formIds) {
    const { data } = await send(listPersonalLinks, { params: { widgetId } });
    for (const { id: linkId, by, renewedBy } of data.links)
      if ((renewedBy ?? by).id === userId)
        await send(removePersonalLink, { params: { widgetId, linkId } });
  }
}
