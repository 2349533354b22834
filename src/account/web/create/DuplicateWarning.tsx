import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { duplicateTexts } from '../../accountForm.ts'
import css from './Create.module.css'
import { useDuplicates } from './duplicates.ts'

/** docs/spec.md#duplicates. `access` has the screens after a login and of 'Voltar'. */
export function DuplicateWarning({ access }: { access: { to?: string; backTo: string; ticket?: string } }) {
  const texts = duplicateTexts(useDuplicates())
  return (
    <LiveRegion as="div" role="alert" className={texts.length > 0 ? css.warning : css.noWarning}>
      {texts.length > 0 && (
        <>
          {texts.map((text) => (
            <p key={text} className={css.warningLine}>
              <Icon name="warning" size={22} />
              <span>{text}</span>
            </p>
          ))}
          <p>Entre com a sua conta, recupere a senha ou informe outros dados.</p>
          <div className={css.warningLinks}>
            <RouteLink to="login" query={access}>
              Entrar na minha conta
            </RouteLink>
            <RouteLink to="login.recover_email" query={access}>
              Recuperar minha senha
            </RouteLink>
          </div>
        </>
      )}
    </LiveRegion>
  )
}
