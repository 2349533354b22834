import { useEffect, useRef, useState } from 'react'
import { nativeApp } from '#kit/web/native/bridge.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { scannedCodes } from './scannedCode.ts'
import { Live } from '#kit/web/notice/Live.tsx'
import { Button } from '#kit/web/Button.tsx'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { Icon } from '#kit/web/Icon.tsx'
import css from './Scan.module.css'
import { type CameraState, useCamera, type Camera } from './useCamera.ts'
import { loadDecoder, pictureOf } from './decoder.ts'

type Props = { onCodes: (codes: readonly string[]) => void; onClose: () => void }
type Given = Props & { codesOf?: ((read: string) => readonly string[]) | undefined }

export default function ScanTicket({ onCodes, onClose, codesOf }: Given) {
  return nativeApp() ? (
    <InApp onCodes={onCodes} onClose={onClose} />
  ) : (
    <ScanDialog onCodes={onCodes} onClose={onClose} codesOf={codesOf} />
  )
}

const foreign = 'O código lido não é de um ticket. Tente de novo ou digite o número.'
const broken = 'Não foi possível usar a câmera. Digite o número do ticket.'

function InApp({ onCodes, onClose }: Props) {
  useEffect(() => {
    let gone = false
    scan()
      .then((codes) => {
        if (gone) return
        if (codes.length === 0) onClose()
        else onCodes(codes)
      })
      .catch(() => {
        if (gone) return
        notify(broken, 'warning')
        onClose()
      })
    return () => {
      gone = true
    }
  }, [onCodes, onClose])
  return null
}

/** Empty if cancelled, or for a code of no ticket. */
async function scan(): Promise<readonly string[]> {
  const read = (await nativeApp()?.scanBarcode()) ?? null
  if (read === null) return []
  const codes = scannedCodes(read, { inApp: true })
  if (codes.length === 0) notify(foreign, 'warning')
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

function ScanDialog({ onCodes, onClose, codesOf }: Given) {
  const { camera, message, readPhoto } = useScan(onCodes, codesOf)
  const { state, video, torch, toggleTorch, open } = camera
  const sees = state === 'starting' || state === 'live'
  return (
    <Dialog title="Ler código do ticket" shape="sheet" onClose={onClose}>
      {sees && (
        <div className={css.view}>
          <video ref={video} className={css.video} muted playsInline aria-label="Imagem da câmera" />
          <div className={css.aim} aria-hidden="true" />
        </div>
      )}
      <Live className={sees ? css.line : `${css.line} ${css.problem}`}>
        {!sees && <Icon name="warning" size={22} />}
        <span>{message === '' ? cameraTexts[state] : message}</span>
      </Live>
      {torch !== null && (
        <Button look="plain" aria-pressed={torch} onClick={toggleTorch}>
          {torch ? 'Apagar a luz' : 'Acender a luz'}
        </Button>
      )}
      {(state === 'busy' || state === 'stopped') && <Button onClick={open}>Abrir a câmera</Button>}
      <Photo onPhoto={(photo) => void readPhoto(photo)} />
      <Button look="quiet" onClick={onClose}>
        Digitar o número
      </Button>
    </Dialog>
  )
}

function Photo({ onPhoto }: { onPhoto: (photo: File) => void }) {
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
      <Button look="plain" icon="scan" onClick={() => input.current?.click()}>
        Usar uma foto
      </Button>
    </>
  )
}

const everyMs = 120
const texts = {
  unreadable: 'Não foi possível abrir o leitor. Confira sua conexão ou digite o número do ticket.',
  foreign: 'Este código não é de um ticket. Procure o código de barras com 13 números.',
  nothing: 'Não encontramos um código de ticket nesta foto. Tente outra, mais de perto e com boa luz.',
} as const

type Scan = { camera: Camera; message: string; readPhoto: (photo: File) => Promise<void> }

function useScan(
  found: (codes: readonly string[]) => void,
  codesOf: (read: string) => readonly string[] = scannedCodes,
): Scan {
  const camera = useCamera()
  const [message, show] = useState('')
  const done = useRef(false)
  const finish = useRef((read: readonly string[]): boolean => {
    const codes = read.map((text) => codesOf(text)).find((some) => some.length > 0)
    if (codes === undefined || done.current) return false
    done.current = true
    navigator.vibrate?.(80)
    found(codes)
    return true
  })
  const { state, video } = camera
  useEffect(() => {
    show('')
    if (state !== 'live') return
    let stopped = false
    const look = async () => {
      const decoder = await loadDecoder()
      try {
        while (!stopped && video.current) {
          const read = video.current.readyState < 2 ? [] : await decoder.read(video.current)
          if (stopped || finish.current(read)) return
          if (read.length > 0) show(texts.foreign)
          await new Promise((resolve) => setTimeout(resolve, everyMs))
        }
      } finally {
        decoder.close()
      }
    }
    look().catch(() => !stopped && show(texts.unreadable))
    return () => {
      stopped = true
    }
  }, [state, video])
  const readPhoto = async (photo: File) => {
    show('Lendo a foto...')
    try {
      if (!finish.current(await textsIn(photo))) show(texts.nothing)
    } catch {
      show(texts.unreadable)
    }
  }
  return { camera, message, readPhoto }
}

async function textsIn(photo: File): Promise<readonly string[]> {
  const decoder = await loadDecoder()
  return decoder.read(await pictureOf(photo)).finally(decoder.close)
}
