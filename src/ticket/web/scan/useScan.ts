import { useEffect, useRef, useState } from 'react'
import { scannedCodes } from './scannedCode.ts'
import { loadDecoder, pictureOf } from './decoder.ts'
import { useCamera, type Camera } from './useCamera.ts'

const everyMs = 120
const texts = {
  unreadable: 'Não foi possível abrir o leitor. Confira sua conexão ou digite o número do ticket.',
  foreign: 'Este código não é de um ticket. Procure o código de barras com 13 números.',
  nothing: 'Não encontramos um código de ticket nesta foto. Tente outra, mais de perto e com boa luz.',
} as const

type Scan = { camera: Camera; message: string; readPhoto: (photo: File) => Promise<void> }

export function useScan(
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
