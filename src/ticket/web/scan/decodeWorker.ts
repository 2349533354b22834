import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { printedFormats } from './formats.ts'

/**
 * Reads pictures off the page's thread: gets an `ImageData`, answers the texts, or null when the decoder cannot be
 * used. A worker also because the page's bundle takes every call of something named `z` for pure (`vite.config.ts`),
 * which this library's minified code is not.
 */
// The library asks for it, and the oldest browsers that we serve came before it.
if (!('hasOwn' in Object))
  Object.defineProperty(Object, 'hasOwn', {
    value: (of: object, name: string) => Object.prototype.hasOwnProperty.call(of, name),
  })
prepareZXingModule({ overrides: { locateFile: () => wasm } })
const detector = new BarcodeDetector({ formats: [...printedFormats] })

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!(data instanceof ImageData)) return
  detector
    .detect(data)
    .then((found) => postMessage(found.map(({ rawValue }) => rawValue)))
    .catch(() => postMessage(null))
})
