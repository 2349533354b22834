/** Returns the PNG as a data URL. Throws without one. */
export async function fetchImage(path: string, signal: AbortSignal): Promise<string> {
  const reply = await fetch(path, { signal, headers: { accept: 'image/png' } })
  if (!reply.ok) throw new Error(`the image answered ${reply.status}`)
  const blob = await reply.blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('no data address')),
    )
    reader.addEventListener('error', () => reject(new Error('the image could not be read')))
    reader.readAsDataURL(blob)
  })
}
