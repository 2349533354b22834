import { useEffect, useRef, useState } from 'react'
import { getNativeApp } from '#kit/web/native/bridge.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { parseScannedCodes } from './parseScannedCodes.ts'
import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { Button } from '#kit/web/Button.tsx'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import css from './Scan.module.css'
import { type CameraState, useCamera, type Camera } from './useCamera.ts'
import { loadDecoder, loadPicture } from './decoder.ts'

export type ParseCodes = (read: string) => readonly string[]
type Props = { onCodes: (codes: readonly string[]) => void; onClose: () => void }
type ScanTicketProps = Props & { parseCodes?: ParseCodes | undefined }

export default function ScanTicket({ onCodes, onClose, parseCodes }: ScanTicketProps) {
  return getNativeApp() ? (
    <NativeScan onCodes={onCodes} onClose={onClose} />
  ) : (
    <ScanDialog onCodes={onCodes} onClose={onClose} parseCodes={parseCodes} />
  )
}

const notATicketText = 'O código lido não é de um ticket. Tente de novo ou digite o número.'
const cameraFailedText = 'Não foi possível usar a câmera. Digite o número do ticket.'

function NativeScan({ onCodes, onClose }: Props) {
  useEffect(() => {
    let isUnmounted = false
    scanInApp()
      .then((codes) => {
        if (isUnmounted) return
        if (codes.length === 0) onClose()
        else onCodes(codes)
      })
      .catch(() => {
        if (isUnmounted) return
        notify(cameraFailedText, 'warning')
        onClose()
      })
    return () => {
      isUnmounted = true
    }
  }, [onCodes, onClose])
  return null
}

/** Empty if the person cancelled, or the code is not a ticket's. */
async function scanInApp(): Promise<readonly string[]> {
  const read = (await getNativeApp()?.scanBarcode()) ?? null
  if (read === null) return []
  const codes = parseScannedCodes(read, { inApp: true })
  if (codes.length === 0) notify(notATicketText, 'warning')
  return codes
}

const cameraTexts: Readonly<Record<CameraState, string>> = {
  starting: 'Abrindo a câmera...',
  live: 'Aponte para o código de barras do ticket.',
  refused:
    'O uso da câmera não foi permitido. Libere a câmera nas configurações do navegador, ou use uma foto do ticket.',
  busy: 'A câmera está em uso por outro aplicativo. Feche-o e tente de novo, ou use uma foto do ticket.',
  stopped: 'A câmera parou. Tente de novo, ou use uma foto do ticket.',
  none: 'Não encontramos uma câmera neste aparelho. Use uma foto do ticket, ou digite o número.',
}

function ScanDialog({ onCodes, onClose, parseCodes }: ScanTicketProps) {
  const { camera, message, readPhoto } = useScan(onCodes, parseCodes)
  const { state, video, torch, toggleTorch, open } = camera
  const showsVideo = state === 'starting' || state === 'live'
  return (
    <Dialog title="Ler código do ticket" shape="sheet" onClose={onClose}>
      {showsVideo && (
        <div className={css.view}>
          <video ref={video} className={css.video} muted playsInline aria-label="Imagem da câmera" />
          <div className={css.aim} aria-hidden="true" />
        </div>
      )}
      <LiveRegion className={showsVideo ? css.line : `${css.line} ${css.problem}`}>
        {!showsVideo && <Icon name="warning" size={22} />}
        <span>{message === '' ? cameraTexts[state] : message}</span>
      </LiveRegion>
      {torch !== null && (
        <Button variant="plain" aria-pressed={torch} onClick={toggleTorch}>
          {torch ? 'Apagar a luz' : 'Acender a luz'}
        </Button>
      )}
      {(state === 'busy' || state === 'stopped') && <Button onClick={open}>Abrir a câmera</Button>}
      <PhotoButton onPhoto={(photo) => void readPhoto(photo)} />
      <Button variant="quiet" onClick={onClose}>
        Digitar o número
      </Button>
    </Dialog>
  )
}

function PhotoButton({ onPhoto }: { onPhoto: (photo: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Foto do ticket"
        tabIndex={-1}
        className="visually-hidden"
        onChange={({ currentTarget }) => {
          const photo = currentTarget.files?.[0]
          if (photo) onPhoto(photo)
          currentTarget.value = ''
        }}
      />
      <Button variant="plain" icon="scan" onClick={() => input.current?.click()}>
        Usar uma foto
      </Button>
    </>
  )
}

const frameIntervalMs = 120
const scanTexts = {
  unreadable: 'Não foi possível abrir o leitor. Confira sua conexão ou digite o número do ticket.',
  foreign: 'Este código não é de um ticket. Procure o código de barras com 13 números.',
  nothing: 'Não encontramos um código de ticket nesta foto. Tente outra, mais de perto e com boa luz.',
} as const

type Scan = { camera: Camera; message: string; readPhoto: (photo: File) => Promise<void> }

function useScan(onCodes: Props['onCodes'], parseCodes: ParseCodes = parseScannedCodes): Scan {
  const camera = useCamera()
  const [message, show] = useState('')
  const done = useRef(false)
  const accept = useRef((read: readonly string[]): boolean => {
    const codes = read.map((text) => parseCodes(text)).find((some) => some.length > 0)
    if (codes === undefined || done.current) return false
    done.current = true
    navigator.vibrate?.(80)
    onCodes(codes)
    return true
  })
  const { state, video } = camera
  useEffect(() => {
    show('')
    if (state !== 'live') return
    let stopped = false
    const scanFrames = async () => {
      const decoder = await loadDecoder()
      try {
        while (!stopped && video.current) {
          const read = video.current.readyState < 2 ? [] : await decoder.read(video.current)
          if (stopped || accept.current(read)) return
          if (read.length > 0) show(scanTexts.foreign)
          await new Promise((resolve) => setTimeout(resolve, frameIntervalMs))
        }
      } finally {
        decoder.close()
      }
    }
    scanFrames().catch(() => !stopped && show(scanTexts.unreadable))
    return () => {
      stopped = true
    }
  }, [state, video])
  const readPhoto = async (photo: File) => {
    show('Lendo a foto...')
    try {
      if (!accept.current(await decodePhoto(photo))) show(scanTexts.nothing)
    } catch {
      show(scanTexts.unreadable)
    }
  }
  return { camera, message, readPhoto }
}

async function decodePhoto(photo: File): Promise<readonly string[]> {
  const decoder = await loadDecoder()
  return decoder.read(await loadPicture(photo)).finally(decoder.close)
}
