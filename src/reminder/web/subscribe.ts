/** Whether this browser can be reminded: on iOS only the portal on the Home Screen can. */
export function canSubscribe(): boolean {
  if (!('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator)) return false
  return Notification.permission !== 'denied' && (!isApplePhone() || isInstalled())
}

function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true
}

/** Asks for the permission; call it from a tap. Null when the person does not give it. Throws a DOMException. */
export async function subscribe(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { serviceWorker } = navigator
  // Without a registration `ready` waits for ever.
  if (!(await serviceWorker.getRegistration())) throw new DOMException('no worker', 'NotFoundError')
  const { pushManager } = await serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) }
  try {
    return await pushManager.subscribe(options)
  } catch (cause) {
    const former = await pushManager.getSubscription()
    if (former === null) throw cause
    // It was made with a key that the portal no longer has.
    await former.unsubscribe()
    return pushManager.subscribe(options)
  }
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
}
