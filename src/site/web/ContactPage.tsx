import { international, spokenPhone, whatsappAddress } from '#checkout/wayForward.ts'
import { Icon, type IconName } from '#kit/web/Icon.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { useBackTo } from '#kit/web/route/back.ts'
import { useRoute } from '#kit/web/route/routes.ts'
import { useSettings } from './settings.ts'
import css from './Site.module.css'

export default function ContactPage() {
  const { contactEmail, contactWhatsapp, contactPhone, contactHours } = useSettings()
  const { ticket } = useRoute().query
  return (
    <Page title="Fale conosco" onBackClick={useBackTo()}>
      <p>Precisa de ajuda com um ticket ou um pagamento? Tenha o número do ticket em mãos.</p>
      <ul className={css.ways}>
        {contactWhatsapp !== '' && (
          <Way
            icon="chat"
            name="WhatsApp"
            value={spokenPhone(contactWhatsapp)}
            href={
              ticket === undefined
                ? `https://wa.me/${contactWhatsapp}`
                : whatsappAddress(contactWhatsapp, ticket)
            }
          />
        )}
        {contactPhone !== '' && (
          <Way
            icon="phone"
            name="Telefone"
            value={spokenPhone(contactPhone)}
            href={`tel:+${international(contactPhone)}`}
          />
        )}
        {contactEmail !== '' && (
          <Way icon="mail" name="E-mail" value={contactEmail} href={`mailto:${contactEmail}`} />
        )}
      </ul>
      {contactHours !== '' && <p>{`Atendimento: ${contactHours}`}</p>}
    </Page>
  )
}

function Way({ icon, name, value, href }: { icon: IconName; name: string; value: string; href: string }) {
  return (
    <li>
      <a className={css.way} href={href} rel="noopener">
        <Icon name={icon} />
        <span>
          <strong>{name}</strong>
          <small>{value}</small>
        </span>
      </a>
    </li>
  )
}
