import * as z from 'zod/mini'
import { barcodeFormats } from './barcodeFormats.ts'

type Picture = HTMLVideoElement | HTMLImageElement

type Decoder = { read: (picture: Picture) => Promise<string[]>; close: () => void }

type Detector = { detect: (picture: Picture) => Promise<ReadonlyArray<{ rawValue: string }>> }

declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: readonly string[] }): Detector
      getSupportedFormats: () => Promise<string[]>
    }
  }
}

/** The browser's detector if it reads every format, else the bundled one. Throws if it cannot load. */
export async function loadDecoder(): Promise<Decoder> {
  const native = await findNativeDetector()
  if (!native) return bundledDecoder()
  return {
    read: async (picture) => (await native.detect(picture)).map(({ rawValue }) => rawValue),
    close: () => undefined,
  }
}

async function findNativeDetector(): Promise<Detector | null> {
  const Native = window.BarcodeDetector
  if (!Native) return null
  const known: readonly string[] = await Native.getSupportedFormats().catch(() => [])
  return barcodeFormats.every((format) => known.includes(format))
    ? new Native({ formats: barcodeFormats })
    : null
}

const decodedTexts = z.array(z.string())

async function bundledDecoder(): Promise<Decoder> {
  const { default: DecodeWorker } = await import('./decodeWorker.ts?worker')
  const worker = new DecodeWorker()
  const read = (picture: Picture) =>
    new Promise<string[]>((resolve, reject) => {
      const image = readPixels(picture)
      if (image === null) return resolve([])
      const stop = new AbortController()
      const { signal } = stop
      const fail = () => {
        stop.abort()
        reject(new Error('the decoder cannot be used'))
      }
      worker.addEventListener('error', fail, { signal })
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<unknown>) => {
          const answered = decodedTexts.safeParse(data)
          if (!answered.success) return fail()
          stop.abort()
          resolve(answered.data)
        },
        { signal },
      )
      worker.postMessage(image, [image.data.buffer])
    })
  return { read, close: () => worker.terminate() }
}

const maxSidePx = 1600

/** Scaled down; null for an empty picture. */
function readPixels(picture: Picture): ImageData | null {
  const isVideo = picture instanceof HTMLVideoElement
  const width = isVideo ? picture.videoWidth : picture.naturalWidth
  const height = isVideo ? picture.videoHeight : picture.naturalHeight
  if (width === 0 || height === 0) return null
  const scale = Math.min(1, maxSidePx / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null
}

export async function loadPicture(photo: File): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = URL.createObjectURL(photo)
  try {
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(image.src)
  }
}
