import { useContext } from 'react'
import { buttonClass, ButtonFace } from '#kit/web/Button.tsx'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import {
  international,
  wayForwardText,
  spokenPhone,
  whatsappAddress,
  type WayForward,
} from '../../wayForward.ts'
import { WaysContext } from './ways.ts'
import css from './WaysForward.module.css'

export function WaysForward({ way, ticketCode }: { way: WayForward; ticketCode?: string | undefined }) {
  const ways = useContext(WaysContext)
  if (way === 'retry') return null
  const { whatsapp, phone, hours } = ways
  return (
    <Situation tone="sign" icon="exit" title={titles[way]}>
      <p>{wayForwardText(way, ways)}</p>
      <div className={css.ways}>
        {whatsapp !== '' && (
          <a className={buttonClass('plain')} href={whatsappAddress(whatsapp, ticketCode)} rel="noopener">
            <ButtonFace icon="chat">Chamar no WhatsApp</ButtonFace>
          </a>
        )}
        {phone !== '' && (
          <a className={buttonClass('plain')} href={`tel:+${international(phone)}`}>
            <ButtonFace icon="phone">{`Ligar ${spokenPhone(phone)}`}</ButtonFace>
          </a>
        )}
        {whatsapp === '' && phone === '' && (
          <RouteLink to="contact" look="plain" icon="chat">
            Fale conosco
          </RouteLink>
        )}
      </div>
      {hours !== '' && <p className={css.hours}>{`Atendimento: ${hours}`}</p>}
    </Situation>
  )
}

const titles = {
  otherPlace: 'Você ainda pode pagar de outro jeito',
  staff: 'Fale com o estacionamento',
  card: 'Você ainda pode tentar outro cartão',
} as const satisfies Record<Exclude<WayForward, 'retry'>, string>
