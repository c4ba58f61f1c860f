import { useTranslation } from 'react-i18next';
import { embedAddress, EMBED_HEIGHT, type EmbedLook } from './embed-address.ts';
import classes from './Widgets.module.css';

/** A widget as other pages show it. */
export function EmbedFrame({
  widget: { id, name },
  look,
}: {
  widget: { readonly id: string; readonly name: string };
  look: EmbedLook;
}) {
  const { t } = useTranslation('widgets');
  return (
    // A page of this server with a policy of its own, which fetches from here.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      className={classes.frame}
      src={embedAddress('', id, 'iframe', look)}
      title={t('embed.frame', { name })}
      height={EMBED_HEIGHT}
      loading="lazy"
    />
  );
}
