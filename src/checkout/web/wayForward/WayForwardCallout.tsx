import { useContext } from 'react'
import { buttonClass, ButtonContent } from '#kit/web/Button.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { formatPhone, phoneUrl, whatsappUrl } from '../../phone.ts'
import { wayForwardText, type WayForward } from '../../wayForward.ts'
import { HelpOptionsContext } from './settingsContexts.ts'
import css from './WayForwardCallout.module.css'

export function WayForwardCallout({ way, ticketCode }: { way: WayForward; ticketCode?: string | undefined }) {
  const ways = useContext(HelpOptionsContext)
  if (way === 'retry') return null
  const { whatsapp, phone, hours } = ways
  return (
    <Callout tone="sign" icon="exit" title={titles[way]}>
      <p>{wayForwardText(way, ways)}</p>
      <div className={css.ways}>
        {whatsapp !== '' && (
          <a className={buttonClass('plain')} href={whatsappUrl(whatsapp, ticketCode)} rel="noopener">
            <ButtonContent icon="chat">Chamar no WhatsApp</ButtonContent>
          </a>
        )}
        {phone !== '' && (
          <a className={buttonClass('plain')} href={phoneUrl(phone)}>
            <ButtonContent icon="phone">{`Ligar ${formatPhone(phone)}`}</ButtonContent>
          </a>
        )}
        {whatsapp === '' && phone === '' && (
          <RouteLink to="contact" variant="plain" icon="chat">
            Fale conosco
          </RouteLink>
        )}
      </div>
      {hours !== '' && <p className="small">{`Atendimento: ${hours}`}</p>}
    </Callout>
  )
}

const titles = {
  otherPlace: 'Você ainda pode pagar de outro jeito',
  staff: 'Fale com o estacionamento',
  card: 'Você ainda pode tentar outro cartão',
} as const satisfies Record<Exclude<WayForward, 'retry'>, string>
