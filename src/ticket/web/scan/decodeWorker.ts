import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { barcodeFormats } from './barcodeFormats.ts'

/** A bundle of its own: the page's treats calls of `z` as pure (`vite.config.ts`). Old browsers lack `hasOwn`. */
if (!('hasOwn' in Object))
  Object.defineProperty(Object, 'hasOwn', {
    value: (of: object, name: string) => Object.prototype.hasOwnProperty.call(of, name),
  })
prepareZXingModule({ overrides: { locateFile: () => wasm } })
const detector = new BarcodeDetector({ formats: [...barcodeFormats] })

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!(data instanceof ImageData)) return
  detector
    .detect(data)
    .then((found) => postMessage(found.map(({ rawValue }) => rawValue)))
    .catch(() => postMessage(null))
})
