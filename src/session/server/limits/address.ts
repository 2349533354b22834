import { isIPv4, isIPv6 } from 'node:net'

/** IPv4, or the /64 of an IPv6 address. Some proxies add the port to `X-Forwarded-For`. */
export function addressOf(ip: string): string {
  const [plain = ''] = ip.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2').split('%')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return fourOf(groups)
  return `${groups.slice(0, 4).join(':')}::/64`
}

function groupsOf(ip: string): string[] {
  const [head = '', tail = ''] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [split(head), split(tail)]
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...gap, ...after]
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
