import { phoneUrl, formatPhone, whatsappUrl } from '#checkout/phone.ts'
import { Icon, type IconName } from '#kit/web/Icon.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { useBackTo } from '#kit/web/route/useBackTo.ts'
import { useRoute } from '#kit/web/route/routes.ts'
import { useSettings } from './settings.ts'
import css from './Site.module.css'

export default function ContactPage() {
  const { contactEmail, contactWhatsapp, contactPhone, contactHours } = useSettings()
  const { ticket } = useRoute().query
  return (
    <Page title="Fale conosco" onBackClick={useBackTo()}>
      <p>Precisa de ajuda com um ticket ou um pagamento? Tenha o número do ticket em mãos.</p>
      <ul className="stack">
        {contactWhatsapp !== '' && (
          <ContactLink
            icon="chat"
            name="WhatsApp"
            value={formatPhone(contactWhatsapp)}
            href={
              ticket === undefined ? `https://wa.me/${contactWhatsapp}` : whatsappUrl(contactWhatsapp, ticket)
            }
          />
        )}
        {contactPhone !== '' && (
          <ContactLink
            icon="phone"
            name="Telefone"
            value={formatPhone(contactPhone)}
            href={phoneUrl(contactPhone)}
          />
        )}
        {contactEmail !== '' && (
          <ContactLink icon="mail" name="E-mail" value={contactEmail} href={`mailto:${contactEmail}`} />
        )}
      </ul>
      {contactHours !== '' && <p>{`Atendimento: ${contactHours}`}</p>}
    </Page>
  )
}

type ContactLinkProps = { icon: IconName; name: string; value: string; href: string }

function ContactLink({ icon, name, value, href }: ContactLinkProps) {
  return (
    <li>
      <a className={css.way} href={href} rel="noopener">
        <Icon name={icon} />
        <span className="words">
          <strong>{name}</strong>
          <small>{value}</small>
        </span>
      </a>
    </li>
  )
}
