import type { FastifyRequest } from 'fastify'
import { decodeOrRaw } from '#kit/text/decodeOrRaw.ts'

export function isNavigation({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return headers['sec-fetch-mode'] === 'navigate' || /\btext\/html\b/.test(headers.accept ?? '')
}

/** '/ticket/read?ticket=1' leads to '/#/ticket/read?ticket=1', '/index.html' to '/'. */
export function screenAddress(url: string): string {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(url) ?? []
  if (path === '/index.html') return `/${query}`
  const hash = /^\/+%23\/*(.*)$/s.exec(path)?.[1]
  return `/#/${hash === undefined ? path.replace(/^\/+/, '') : encodeURI(decodeOrRaw(hash))}${query}`
}
