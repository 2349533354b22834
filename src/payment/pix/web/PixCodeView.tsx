import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { ChangeOrCancelButtons } from './ChangeOrCancelButtons.tsx'
import { useState, useEffect } from 'react'
import { Countdown } from '#checkout/web/ticket/Countdown.tsx'
import { Button } from '#kit/web/Button.tsx'
import { copyText } from '#kit/web/native/copyText.ts'
import { useOnline } from '#kit/web/notice/connection.ts'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import { serverTime } from '#kit/web/time/serverClock.ts'
import { type WireTransaction, transaction } from '../../contract.ts'
import type { PixCode } from '../contract.ts'
import css from './Pix.module.css'
import * as z from 'zod/mini'
import { readDraft, writeDraft } from '#kit/web/state/draft.ts'

type Props = { payment: WireTransaction; pix: PixCode; onExpired: () => void; onCancel: () => void }

export function PixCodeView({ payment, pix, onExpired, onCancel }: Props) {
  const online = useOnline()
  const [isOver, setIsOver] = useState(() => Date.parse(pix.expires_at) <= serverTime())
  const over = () => {
    setIsOver(true)
    onExpired()
  }
  return (
    <>
      <p className={css.amount}>
        Valor do Pix <strong translate="no">{`R$\u00a0${payment.valueHuman}`}</strong>
      </p>
      {!isOver && <CopyCodeButton code={pix.code} />}
      <Countdown
        label="Pague até"
        deadline={pix.expires_at}
        isPaymentDeadline
        timeZone={payment.time_zone}
        expiredText="O prazo deste código terminou. Se você já pagou, aguarde: esta tela se atualiza sozinha."
        onExpired={over}
      />
      <LiveRegion className={css.standing}>
        {online || isOver
          ? 'Aguardando o pagamento... Esta tela se atualiza sozinha.'
          : 'O código continua valendo: a confirmação aparece quando o sinal voltar.'}
      </LiveRegion>
      {!isOver && (
        <Panel title="Como pagar">
          <ol className={css.steps}>
            <li>Copie o código, ou aponte a câmera de outro celular para o QR code.</li>
            <li>No aplicativo do seu banco, escolha Pix e cole o código ou leia o QR code.</li>
            <li>Confira o valor, confirme e volte: esta tela avisa sozinha quando o pagamento chegar.</li>
          </ol>
          <QrImage payment={payment} />
          <details className={css.text}>
            <summary>Ver o código completo</summary>
            <p className={css.code} translate="no">
              {pix.code}
            </p>
          </details>
        </Panel>
      )}
      <ChangeOrCancelButtons payment={payment} onCancel={onCancel} />
    </>
  )
}

const copyTexts = {
  no: '',
  yes: 'Código copiado. Cole no aplicativo do seu banco.',
  refused: 'Não foi possível copiar. Abra o código completo, selecione e copie.',
} as const

function CopyCodeButton({ code }: { code: string }) {
  const [copied, setCopied] = useState<keyof typeof copyTexts>('no')
  const copy = async () => {
    setCopied('no')
    setCopied((await copyText(code)) ? 'yes' : 'refused')
  }
  return (
    <Actions>
      <Button type="button" icon={copied === 'yes' ? 'check' : undefined} onClick={() => void copy()}>
        Copiar código Pix
      </Button>
      <LiveRegion className={css.copied}>{copyTexts[copied]}</LiveRegion>
    </Actions>
  )
}

function QrImage({ payment }: { payment: WireTransaction }) {
  const { image, failed, tryAgain } = useQrImage(payment)
  if (failed) {
    return (
      <div>
        <LiveRegion role="alert" className={css.waiting}>
          Não foi possível carregar o QR code. O código para copiar vale do mesmo jeito.
        </LiveRegion>
        <Button variant="plain" onClick={tryAgain}>
          Carregar o QR code
        </Button>
      </div>
    )
  }
  return (
    <div className={css.qr}>
      {image === null ? (
        <LiveRegion>Carregando o QR code...</LiveRegion>
      ) : (
        <img src={image} alt={`QR code do Pix de R$ ${payment.valueHuman}`} width={264} height={264} />
      )}
    </div>
  )
}

function useQrImage(payment: WireTransaction) {
  const { ws_token: token, pix } = payment
  const [image, setImage] = useState(() => {
    const kept = readPixDraft(token)
    return kept !== null && kept.payment.pix?.code === pix?.code ? kept.image : null
  })
  const [failed, setFailed] = useState(false)
  const qr = pix?.qr ?? null
  useEffect(() => {
    if (image !== null || failed || qr === null) return
    const stop = new AbortController()
    fetchQrImage(qr, stop.signal).then(setImage, () => stop.signal.aborted || setFailed(true))
    return () => stop.abort()
  }, [image, failed, qr])
  useEffect(() => {
    if (image !== null) writeDraft(draftName, { payment: JSON.stringify(payment), image })
  }, [image, payment])
  return { image, failed, tryAgain: () => setFailed(false) }
}

async function fetchQrImage(path: string, signal: AbortSignal): Promise<string> {
  const reply = await fetch(path, { signal, headers: { accept: 'image/svg+xml' } })
  if (!reply.ok) throw new Error(`the QR code answered ${reply.status}`)
  return `data:image/svg+xml,${encodeURIComponent(await reply.text())}`
}

const draftName = 'pix'

export function readPixDraft(token: string): { payment: WireTransaction; image: string } | null {
  const { payment, image } = readDraft(draftName)
  if (typeof payment !== 'string' || typeof image !== 'string') return null
  try {
    const { data } = z.safeParse(transaction, JSON.parse(payment))
    return data?.ws_token === token && data.pix !== null ? { payment: data, image } : null
  } catch {
    return null
  }
}

export function clearPixDraft(): void {
  writeDraft(draftName, {})
}
