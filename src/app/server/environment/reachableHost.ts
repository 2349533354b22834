import type { networkInterfaces } from 'node:os'

const wildcardHosts: readonly string[] = ['0.0.0.0', '::']

/** When `HOST` is every address, a phone reaches the first IPv4 address of the network. */
export function reachableHost(host: string, networks: ReturnType<typeof networkInterfaces>): string {
  if (!wildcardHosts.includes(host)) return host
  const addresses = Object.values(networks).flatMap((one) => one ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}
