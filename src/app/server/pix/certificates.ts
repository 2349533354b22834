import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Certificate } from '#alert/server/deps.ts'
import type { Config } from '../config.ts'

export function certificatesOf({ pix }: Pick<Config, 'pix'>): Certificate[] {
  if (pix.cert === null) return []
  return [{ name: 'do Pix', until: new Date(new X509Certificate(readFileSync(pix.cert)).validTo) }]
}
