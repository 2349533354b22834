import { Icon } from '#kit/web/Icon.tsx'
import type { IconName } from '#kit/web/Icon.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { useBackTo } from '#kit/web/route/back.ts'
import { useSettings } from './settings.ts'
import css from './Site.module.css'

/** How to reach the operator (docs/screens.md#6-contact). */
export default function ContactPage() {
  const { contactEmail, contactWhatsapp, contactPhone } = useSettings()
  return (
    <Page title="Fale conosco" onBackClick={useBackTo()}>
      <p>Precisa de ajuda com um ticket ou um pagamento? Tenha o número do ticket em mãos.</p>
      <ul className={css.ways}>
        {contactWhatsapp !== '' && (
          <Way
            icon="chat"
            name="WhatsApp"
            value={spoken(contactWhatsapp)}
            href={`https://wa.me/${contactWhatsapp}`}
          />
        )}
        {contactPhone !== '' && (
          <Way
            icon="phone"
            name="Telefone"
            value={spoken(contactPhone)}
            href={`tel:+${international(contactPhone)}`}
          />
        )}
        {contactEmail !== '' && (
          <Way icon="mail" name="E-mail" value={contactEmail} href={`mailto:${contactEmail}`} />
        )}
      </ul>
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

function international(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  return digits.length > 11 ? digits : `55${digits}`
}

/** '5541999990000' -> '(41) 99999-0000'. */
function spoken(phone: string): string {
  const local = international(phone).slice(2)
  return local.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
}
