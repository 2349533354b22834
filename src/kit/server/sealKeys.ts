import { createHash } from 'node:crypto'
import { readKeyFile } from './keyFile.ts'

type CardKey = { readonly id: string; readonly key: Buffer }

/** The first key seals; all open. */
export type CardKeys = readonly [CardKey, ...CardKey[]]

/** Reads keys of 64 hexadecimal characters, newest first. Throws when there is none or one is malformed. */
export function parseCardKeys(text: string): CardKeys {
  const [first, ...others] = text.split(/[\s,]+/).filter((part) => part !== '')
  if (first === undefined) throw new Error('CARD_KEYS: at least one key')
  return [cardKey(first), ...others.map(cardKey)]
}

function cardKey(hex: string): CardKey {
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error('CARD_KEYS: a key is 64 hexadecimal characters')
  const key = Buffer.from(hex, 'hex')
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 12), key }
}

export function readCardKeys(dataDir: string): CardKeys {
  const lost = 'saved cards cannot be charged and the staff set up their authenticators anew'
  return parseCardKeys(readKeyFile(dataDir, 'card.keys', lost).join('\n'))
}
