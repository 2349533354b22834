import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { ChangeOrCancelButtons } from './ChangeOrCancelButtons.tsx'
import { useCallback, useEffect, useState } from 'react'
import { Countdown } from '#checkout/web/ticket/Countdown.tsx'
import { Button } from '#kit/web/Button.tsx'
import { fetchImage } from '#kit/web/call/fetchImage.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { copyText } from '#kit/web/native/copyText.ts'
import { useOnline } from '#kit/web/notice/connection.ts'
import { CodeImage } from '#kit/web/entity/CodeImage.tsx'
import { Fold } from '#kit/web/page/Fold.tsx'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import { useServerTime } from '#kit/web/time/useServerTime.ts'
import { type WireTransaction, transaction } from '../../contract.ts'
import type { PixCode } from '../contract.ts'
import css from './Pix.module.css'
import * as z from 'zod/mini'
import { readDraft, writeDraft } from '#kit/web/state/draft.ts'

type Props = { payment: WireTransaction; pix: PixCode; onExpired: () => void; onCancel: () => void }

export function PixCodeView({ payment, pix, onExpired, onCancel }: Props) {
  const online = useOnline()
  const isOver = Date.parse(pix.expires_at) <= useServerTime()
  return (
    <>
      {!isOver && <QrImage payment={payment} />}
      {!isOver && <CopyCodeButton code={pix.code} />}
      <Countdown
        label="Pague até"
        deadline={pix.expires_at}
        isPaymentDeadline
        timeZone={payment.time_zone}
        expiredText="O prazo deste código terminou. Se você já pagou, aguarde: esta tela se atualiza sozinha."
        onExpired={onExpired}
      />
      <LiveRegion className={css.standing}>
        {online || isOver
          ? 'Aguardando o pagamento... Esta tela se atualiza sozinha.'
          : 'O código continua valendo: a confirmação aparece quando o sinal voltar.'}
      </LiveRegion>
      {!isOver && (
        <>
          <Panel title="Como pagar">
            <ol className={css.steps}>
              <li>Copie o código, ou aponte a câmera de outro celular para o QR code.</li>
              <li>No aplicativo do seu banco, escolha Pix e cole o código ou leia o QR code.</li>
              <li>Confira o valor, confirme e volte: esta tela avisa sozinha quando o pagamento chegar.</li>
            </ol>
          </Panel>
          <Fold title="Ver o código completo">
            <p className={css.code} translate="no">
              {pix.code}
            </p>
          </Fold>
        </>
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
  const { image, hasFailed, reload } = useQrImage(payment)
  if (hasFailed) {
    return (
      <div>
        <LiveRegion role="alert" className="soft">
          Não foi possível carregar o QR code. O código para copiar vale do mesmo jeito.
        </LiveRegion>
        <Button variant="plain" onClick={reload}>
          Carregar o QR code
        </Button>
      </div>
    )
  }
  return <CodeImage image={image} alt={`QR code do Pix de R$ ${payment.valueHuman}`} />
}

function useQrImage(payment: WireTransaction) {
  const { ws_token: token, pix } = payment
  const { code, qr } = pix ?? {}
  const [kept] = useState(() => {
    const draft = readPixDraft(token)
    return draft !== null && draft.payment.pix?.code === code ? draft.image : null
  })
  const { view, reload } = useLoad(
    useCallback(
      async (signal: AbortSignal) =>
        kept === null && qr !== undefined ? fetchImage(qr, signal, 'image/svg+xml') : kept,
      [kept, qr],
    ),
  )
  const image = view.state === 'ready' ? view.value : kept
  useEffect(() => {
    if (image !== null) writeDraft(draftName, { payment: JSON.stringify(payment), image })
  }, [image, payment])
  return { image, hasFailed: view.state === 'failed', reload }
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
