import { registerHooks } from 'node:module'

const root = new URL('../../../', import.meta.url).href
const packages = new URL('node_modules/', root).href

/** A worker hashes no password twice. */
const remembering = new URL('argon2.ts', import.meta.url).href

/** The targets of package.json's `imports`, resolved by Node once for each: `#kit/` and its folder. */
const places = new Map<string, string>()

/**
 * Resolves imports among our files directly. Otherwise Node looks for a package.json in each folder and vitest reports
 * each import to its main process: a second of processor time for every worker.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL } = context
    if (specifier === '@node-rs/argon2' && parentURL !== remembering)
      return { url: remembering, format: 'module-typescript', shortCircuit: true }
    const isOurs = parentURL?.startsWith(root) === true && !parentURL.startsWith(packages)
    if (!isOurs || !/^[#.].*\.ts$/.test(specifier)) return next(specifier, context)
    const name = specifier.startsWith('#') ? specifier.slice(0, specifier.indexOf('/') + 1) : ''
    const place = name === '' ? parentURL : places.get(name)
    if (place !== undefined)
      return {
        url: new URL(specifier.slice(name.length), place).href,
        format: 'module-typescript',
        shortCircuit: true,
      }
    const found = next(specifier, context)
    places.set(name, found.url.slice(0, found.url.length - specifier.length + name.length))
    return found
  },
})
