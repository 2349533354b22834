import { findBrokenRules } from './environment/rules.ts'
import type { ThreeDsSettings } from '#acquirer/server/cielo/threeds/authenticator.ts'

type ThreeDsVariables = {
  readonly [
    Name in `CIELO_3DS_${'URL' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'ESTABLISHMENT' | 'MERCHANT_NAME' | 'MCC' | 'HOSTS'}`
  ]?: string | undefined
}
type Settings = Omit<ThreeDsSettings, 'timeoutMs'>

/** Null if none is set. Throws an Error if incomplete or invalid. */
export function threeDsOf(read: ThreeDsVariables): Settings | null {
  const settings = {
    url: read.CIELO_3DS_URL ?? '',
    clientId: read.CIELO_3DS_CLIENT_ID ?? '',
    clientSecret: read.CIELO_3DS_CLIENT_SECRET ?? '',
    establishment: read.CIELO_3DS_ESTABLISHMENT ?? '',
    merchantName: read.CIELO_3DS_MERCHANT_NAME ?? '',
    mcc: read.CIELO_3DS_MCC ?? '',
  }
  if ([...Object.values(settings), read.CIELO_3DS_HOSTS ?? ''].every((value) => value === '')) return null
  const hosts = (read.CIELO_3DS_HOSTS ?? '').split(/[\s,]+/).filter((host) => host !== '')
  const { url, clientId, clientSecret, establishment, merchantName, mcc } = settings
  const wrong = findBrokenRules([
    [!hasPlainHost(url), 'set CIELO_3DS_URL to the address of the 3DS service (src/acquirer/README.md)'],
    [clientId === '', 'set CIELO_3DS_CLIENT_ID as Cielo gave it with the 3DS product'],
    [clientSecret === '', 'set CIELO_3DS_CLIENT_SECRET as Cielo gave it with the 3DS product'],
    [
      !/^\d{10}$/.test(establishment),
      'set CIELO_3DS_ESTABLISHMENT to the 10 digits of the shop’s number at Cielo',
    ],
    [
      merchantName === '' || merchantName.length > 25,
      'set CIELO_3DS_MERCHANT_NAME to the shop’s name, 1 to 25 characters',
    ],
    [!/^\d{4}$/.test(mcc), 'set CIELO_3DS_MCC to 4 digits, 7523 for parking'],
    [
      !hosts.every(isOrigin),
      'set CIELO_3DS_HOSTS to https://host without a path, more than one with a blank between',
    ],
  ])
  if (wrong.length > 0) throw new Error(`environment: debit needs all of CIELO_3DS_*: ${wrong.join('; ')}`)
  return { ...settings, hosts }
}

function isOrigin(text: string): boolean {
  const plain = text.replace('https://*.', 'https://')
  return plain.startsWith('https://') && hasPlainHost(plain) && new URL(plain).origin === plain
}

/** The host enters a content security policy, and URL accepts ';' and quotes in hosts. */
function hasPlainHost(address: string): boolean {
  return URL.canParse(address) && /^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(new URL(address).hostname)
}

export function simulatedThreeDs(url: string): Settings {
  return {
    url,
    hosts: [],
    clientId: 'simulator',
    clientSecret: 'simulator',
    establishment: '0000000000',
    merchantName: 'Guiche',
    mcc: '7523',
  }
}
