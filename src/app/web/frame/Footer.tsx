import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useSession } from '#session/web/session.ts'
import { consentDialog } from '#site/web/consent/consentDialog.ts'
import { useSettings } from '#site/web/settings.ts'
import css from './Layout.module.css'

export function Footer() {
  const { copyright, buildVersion, developerName, developerUrl } = useSettings()
  return (
    <footer className={css.footer}>
      <div className={css.inside}>
        <ServerNotices />
        <nav aria-labelledby="acesso-rapido" className={css.links}>
          <h2 id="acesso-rapido">Acesso rápido</h2>
          <ul>
            <li>
              <RouteLink to="terms.privacyPolicy">Termos de Uso e Política de Privacidade</RouteLink>
            </li>
            <li>
              <RouteLink to="contact">Fale conosco</RouteLink>
            </li>
            <li>
              <button type="button" className={css.linkish} onClick={() => consentDialog.set('choose')}>
                Rever consentimento
              </button>
            </li>
          </ul>
        </nav>
        <div>
          <p>{copyright}</p>
          <p>Todos os direitos reservados.</p>
          <p>{`Versão ${buildVersion}`}</p>
          {developerName && (
            <p>
              Desenvolvido por <a href={developerUrl}>{developerName}</a>
            </p>
          )}
        </div>
      </div>
    </footer>
  )
}

function ServerNotices() {
  const session = useSession()
  const { warningsEnabled } = useSettings()
  const messages = session?.dev_messages ?? []
  if (!(warningsEnabled || session?.warnings_enabled) || messages.length === 0) return null
  return (
    <div className={css.warnings}>
      <h2>Avisos do servidor:</h2>
      <ul>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}
