import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { onlyDigits } from '#kit/brazil.ts'
import { minuteMs } from '#kit/clock.ts'
import { Button } from '#kit/web/Button.tsx'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { parseExpiry } from '../../method/cardChecks.ts'
import { authentication } from '../fields.ts'
import css from '../../web/Payment.module.css'
import type { CardToAuthenticate, AuthenticationResult } from './useAuthentication.ts'

const answerMs = 10 * minuteMs
const openMs = minuteMs / 2

const message = z.union([
  z.object({ type: z.enum(['ready', 'leave']) }),
  z.object({
    type: z.literal('authentication'),
    result: authentication.shape.result,
    evidence: z.nullable(z.omit(authentication, { result: true })),
  }),
])

type Props = { token: string; card: CardToAuthenticate; onEnd: (result: AuthenticationResult) => void }

export function AuthenticationFrame({ token, card, onEnd }: Props) {
  const { frame, ready } = useAuthenticationDocument(card, onEnd)
  const leave = () => onEnd({ result: 'left' })
  return (
    <Dialog
      title="Autenticação do cartão"
      shape="full"
      role="alertdialog"
      onClose={leave}
      actions={
        <Button variant="plain" onClick={leave}>
          Cancelar
        </Button>
      }
    >
      <LiveRegion className="small">
        {ready
          ? 'Confirme a compra com o seu banco, aqui nesta tela. Nada foi cobrado ainda.'
          : 'Abrindo a autenticação do banco. Nada foi cobrado ainda.'}
      </LiveRegion>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own document, which needs its origin; what banks show within would inherit it */}
      <iframe
        ref={frame}
        className={css.authentication}
        title="Autenticação no seu banco"
        src={`/payment/${token}/authenticate`}
      />
    </Dialog>
  )
}

function useAuthenticationDocument(card: CardToAuthenticate, onEnd: (result: AuthenticationResult) => void) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const receive = (event: MessageEvent<unknown>) => {
      const shown = frame.current?.contentWindow
      if (event.origin !== location.origin || !shown || event.source !== shown) return
      const { data: sent } = z.safeParse(message, event.data)
      if (sent?.type === 'authentication') onEnd({ ...sent.evidence, result: sent.result })
      if (sent?.type === 'leave') onEnd({ result: 'left' })
      if (sent?.type !== 'ready') return
      setReady(true)
      frame.current?.focus()
      shown.postMessage(cardMessage(card), location.origin)
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [card, onEnd])
  useEffect(() => {
    const late = () => onEnd({ result: ready ? 'timeout' : 'down' })
    const timer = setTimeout(late, ready ? answerMs : openMs)
    return () => clearTimeout(timer)
  }, [ready, onEnd])
  return { frame, ready }
}

function cardMessage({ number, expiration }: CardToAuthenticate) {
  const expiry = parseExpiry(expiration)
  const month = String(expiry?.month ?? '').padStart(2, '0')
  return { type: 'card', number: onlyDigits(number), month, year: String(expiry?.year ?? '') }
}
