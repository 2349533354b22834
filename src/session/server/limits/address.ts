import { isIPv4, isIPv6 } from 'node:net'

/** IPv4, or the /64 of an IPv6 address. Some proxies add the port to `X-Forwarded-For`. */
export function addressOf(ip: string): string {
  const [plain = ''] = ip.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2').split('%')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain) ?? []
  if (mapped !== undefined) return mapped
  const groups = groupsOf(plain)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return fourOf(groups)
  return `${groups.slice(0, 4).join(':')}::/64`
}

function groupsOf(ip: string): string[] {
  const [head = '', tail] = withoutDots(ip).split('::')
  const before = split(head)
  const after = tail === undefined ? [] : split(tail)
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16).toString(16))
}

function withoutDots(ip: string): string {
  return ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.slice(0, 4).map(Number)
    return `${((a ?? 0) * 256 + (b ?? 0)).toString(16)}:${((c ?? 0) * 256 + (d ?? 0)).toString(16)}`
  })
}

function split(part: string): string[] {
  return part === '' ? [] : part.split(':')
}

function fourOf(groups: readonly string[]): string {
  return groups
    .slice(6)
    .flatMap((group) => {
      const number = Number.parseInt(group, 16)
      return [number >> 8, number & 255]
    })
    .join('.')
}
