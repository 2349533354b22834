type Upload = { method: string; url: string; headers: Headers; body: FormData; signal: AbortSignal }

/** As `fetch`, which tells nothing of the progress of an upload. Rejects without an answer. */
export function upload(sent: Upload, onProgress: () => void): Promise<Response> {
  const { method, url, headers, body, signal } = sent
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    headers.forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.addEventListener('progress', onProgress)
    request.addEventListener('load', () => resolve(toResponse(request)))
    request.addEventListener('error', () => reject(new TypeError('The upload failed.')))
    request.addEventListener('abort', () => reject(new DOMException('Left.', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) return reject(new DOMException('Left.', 'AbortError'))
    request.send(body)
  })
}

const readHeaders = ['Content-Type', 'Date', 'Retry-After']

function toResponse(request: XMLHttpRequest): Response {
  const { status, responseText } = request
  const headers = new Headers()
  for (const name of readHeaders) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(responseText === '' ? null : responseText, { status, headers })
}
