import { useCallback, useState } from 'react'
import { fillPath } from '#kit/endpoint.ts'
import { call } from '#kit/web/call/call.ts'
import { fetchImage } from '#kit/web/call/fetchImage.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { ShareButton } from '#kit/web/native/ShareButton.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { storeReceipt, readReceipt as readKept } from '#payment/web/local/storedReceipts.ts'
import { drawProof, readProof } from '../contract.ts'
import css from './ProofPanel.module.css'
import { ProofPlaceholder } from './ProofPlaceholder.tsx'

type Shown = { proofUrl: string; proofQr: string }

type Props = { token: string; hasShare: boolean }

/** Stores the proof for use offline; shows nothing without one. */
export default function ProofPanel({ token, hasShare }: Props) {
  const [kept] = useState(() => keptProof(token))
  const { view } = useLoad(
    useCallback(async (signal: AbortSignal) => kept ?? (await loadProof(token, signal)), [kept, token]),
  )
  if (view.state === 'failed') return null
  const shown = view.state === 'ready' ? view.value : kept
  if (shown === null) return <ProofPlaceholder />
  return (
    <Panel title="Recibo assinado">
      <div className={css.proof}>
        <img src={shown.proofQr} alt="QR code que confere este recibo" width={224} height={224} />
        <p>Quem apontar a câmera para o código vê se o recibo é verdadeiro, sem entrar em conta nenhuma.</p>
        <a href={shown.proofUrl} target="_blank" rel="noopener">
          Conferir recibo
        </a>
        {hasShare && (
          <ShareButton content={{ title: 'Recibo', text: 'Recibo do estacionamento', url: shown.proofUrl }}>
            Compartilhar recibo
          </ShareButton>
        )}
      </div>
    </Panel>
  )
}

function keptProof(token: string): Shown | null {
  const { proofUrl, proofQr } = readKept(token) ?? {}
  return proofUrl && proofQr ? { proofUrl, proofQr } : null
}

async function loadProof(token: string, signal: AbortSignal): Promise<Shown> {
  const params = { token }
  const { url } = (await call(readProof, { params, signal })).data
  const proof = { proofUrl: url, proofQr: await fetchImage(fillPath(drawProof.path, params), signal) }
  const kept = readKept(token)
  if (kept) storeReceipt(token, { ...kept, ...proof })
  return proof
}
