import { CallFailure } from '../failure.ts'
import { undefinedResponseText } from './responseFailure.ts'
import { sendWithRetries } from './call.ts'

/** Returns the image as a data URL. Throws a `CallFailure`. */
export async function fetchImage(
  url: string,
  signal: AbortSignal,
  accept: 'image/png' | 'image/svg+xml' = 'image/png',
): Promise<string> {
  const headers = { Accept: accept }
  const { status, body } = await sendWithRetries({ method: 'GET', url, signal, headers, canRetry: true })
  if (!(body instanceof Blob))
    throw new CallFailure({ status, code: 'undefined_response', message: undefinedResponseText })
  return readAsDataUrl(body)
}

function readAsDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('no data address')),
    )
    reader.addEventListener('error', () => reject(new Error('the image could not be read')))
    reader.readAsDataURL(blob)
  })
}
