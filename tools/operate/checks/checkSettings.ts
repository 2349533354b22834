import { parseCardKeys } from '../../../src/kit/server/sealKeys.ts'
import { parseReceiptKeys } from '../../../src/receipt/server/proof/receiptKeys.ts'
import type { Config } from '../../../src/app/server/environment/environment.ts'
import { readConfig } from '../../../src/app/server/config.ts'
import { type Finding, problem, reasonOf, passed } from './finding.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Checks all settings as production does; `config` is null if unreadable. */
export function checkSettings(env: Env): { findings: Finding[]; config: Config | null } {
  const refused = whyRefused({ ...env, NODE_ENV: 'production' })
  const config = readable(env)
  const findings = refused.map((reason) => problem('settings', reason))
  if (refused.length === 0) findings.push(passed('settings', 'production starts with them'))
  if (config) {
    const isRefused = (what: string) => refused.some((reason) => reason.includes(what))
    const found = [passed('PUBLIC_URL', config.publicUrl), ...checkKeys(config)]
    findings.push(...found.filter(({ what }) => !isRefused(what)))
  }
  return { findings, config }
}

function whyRefused(env: Env): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return reasonOf(error)
      .replace(/^(environment|production refuses to start): /, '')
      .split('; ')
  }
}

function readable(env: Env): Config | null {
  try {
    return readConfig({ ...env, NODE_ENV: undefined })
  } catch {
    return null
  }
}

function checkKeys({ secretKey, cardKeys, pushKeys, ...receipt }: Config): Finding[] {
  const push = passed('PUSH_KEYS', pushKeys === null ? 'not set: nobody is reminded by push' : 'set')
  const findings: Finding[] = [checkReceiptKeys(receipt), push]
  const make = 'make one with: openssl rand -hex 32'
  if (secretKey !== null) findings.push(passed('SECRET_KEY', 'set'))
  if (cardKeys === null) return findings
  try {
    const count = parseCardKeys(cardKeys).length
    findings.push(passed('CARD_KEYS', `${count} set; keep a copy apart from the database's`))
  } catch (error) {
    findings.push(problem('CARD_KEYS', `${reasonOf(error)}; ${make}`))
  }
  return findings
}

function checkReceiptKeys(config: Pick<Config, 'receiptKeys' | 'receiptKeysRevoked'>): Finding {
  if (config.receiptKeys === null) return passed('RECEIPT_KEYS', 'not set: receipts are not signed')
  try {
    const { all } = parseReceiptKeys(config.receiptKeys, config.receiptKeysRevoked)
    return passed('RECEIPT_KEYS', `${all.length} set; ${all[0]?.kid} signs`)
  } catch (error) {
    return problem('RECEIPT_KEYS', reasonOf(error))
  }
}
