type Names = Readonly<Record<string, readonly string[]>>

/**
 * Runs in a page or a worker before its scripts, as text: removes `names` from the browser and ignores later options.
 * `ofWorkers` is the same for a worker.
 */
export function takeAway(names: Names, ofWorkers = ''): void {
  const isOwner = (value: unknown): value is object =>
    (typeof value === 'object' && value !== null) || typeof value === 'function'
  const step = (from: unknown, name: string): unknown => (isOwner(from) ? Reflect.get(from, name) : undefined)
  const put = (owner: object, name: string, value: unknown) => Reflect.set(owner, name, value)

  // Errors have no cause.
  for (const name of ['Error', 'TypeError', 'RangeError', 'SyntaxError']) {
    const native = step(globalThis, name)
    if (typeof native !== 'function') continue
    const construct = (of: Function, given: readonly unknown[], made: Function): object =>
      Reflect.construct(of, given.slice(0, 1), made)
    put(globalThis, name, new Proxy(native, { construct }))
  }
  const { addEventListener } = EventTarget.prototype
  put(EventTarget.prototype, 'addEventListener', function (this: EventTarget, ...given: unknown[]) {
    const [type, listener, options] = given
    const known = isOwner(options) ? { ...options, signal: undefined } : options
    Reflect.apply(addEventListener, this, [type, listener, known])
  })
  const { abort } = AbortController.prototype
  put(AbortController.prototype, 'abort', function (this: AbortController) {
    Reflect.apply(abort, this, [])
  })
  const importKey = step(step(step(globalThis, 'SubtleCrypto'), 'prototype'), 'importKey')
  if (typeof importKey === 'function')
    put(SubtleCrypto.prototype, 'importKey', async function (this: SubtleCrypto, ...given: unknown[]) {
      if (given[2] === 'Ed25519') throw new DOMException('Unrecognized name.', 'NotSupportedError')
      const key: unknown = await Reflect.apply(importKey, this, given)
      return key
    })
  if (typeof document !== 'undefined') {
    // Every worker is a classic one.
    put(globalThis, 'Worker', new Proxy(Worker, { construct: (of, [url]) => Reflect.construct(of, [url]) }))
    const { createObjectURL } = URL
    put(URL, 'createObjectURL', (blob: Blob) =>
      createObjectURL(blob.type === '' ? new Blob([ofWorkers, blob]) : blob),
    )
  }

  for (const [path, gone] of Object.entries(names)) {
    const owner = path === 'globalThis' ? globalThis : path.split('.').reduce(step, globalThis)
    if (isOwner(owner)) for (const name of gone) Reflect.deleteProperty(owner, name)
  }
}

/** In a page: the `names` that it has. */
export function namesThatAreThere(names: Names): string[] {
  const isOwner = (value: unknown): value is object =>
    (typeof value === 'object' && value !== null) || typeof value === 'function'
  const step = (from: unknown, name: string): unknown => (isOwner(from) ? Reflect.get(from, name) : undefined)
  return Object.entries(names).flatMap(([path, gone]) => {
    const owner = path === 'globalThis' ? globalThis : path.split('.').reduce(step, globalThis)
    return gone.filter((name) => isOwner(owner) && name in owner).map((name) => `${path}.${name}`)
  })
}
