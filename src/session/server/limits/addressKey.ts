import { isIPv6, SocketAddress } from 'node:net'

/** IPv4, or the /64 of an IPv6 address. Some proxies add the port to `X-Forwarded-For`. */
export function addressKey(ip: string): string {
  const [plain = ''] = ip.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2').split('%')
  if (!isIPv6(plain)) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  const [, four] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? []
  return four ?? `${ipv6Groups(address).slice(0, 4).join(':')}::/64`
}

function ipv6Groups(address: string): string[] {
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...gap, ...after]
}
