import { parseCardKeys } from '#kit/server/sealKeys.ts'
import { type Config, readConfig } from '../config.ts'
import { type Finding, problem, reasonOf, well } from './finding.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Every setting as production reads it, one finding for each that is wrong; null when none can be used. */
export function checkSettings(env: Env): { findings: Finding[]; config: Config | null } {
  const refused = whyRefused({ ...env, NODE_ENV: 'production' })
  const config = readable(env)
  const findings = refused.map((reason) => problem('settings', reason))
  if (refused.length === 0) findings.push(well('settings', 'production starts with them'))
  if (config) findings.push(...checkPublicUrl(config), ...checkKeys(config))
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

function checkPublicUrl({ publicUrl, publicUrlGiven }: Config): Finding[] {
  if (!publicUrlGiven) return []
  const what = 'PUBLIC_URL'
  const parsed = URL.parse(publicUrl)
  if (!parsed) return [problem(what, 'is not an address; it looks like https://estacione.example.com.br')]
  if (parsed.protocol !== 'https:')
    return [problem(what, `${publicUrl} is not https: cards must not travel in clear`)]
  return [well(what, publicUrl)]
}

/** A key somebody typed, or one for two purposes, protects nothing. */
function checkKeys({ secretKey, cardKeys }: Config): Finding[] {
  const findings: Finding[] = []
  const make = 'make one with: openssl rand -hex 32'
  if (secretKey !== null)
    findings.push(isGuessable(secretKey) ? problem('SECRET_KEY', make) : well('SECRET_KEY', 'set'))
  if (cardKeys === null) return findings
  try {
    const keys = parseCardKeys(cardKeys).map(({ key }) => key.toString('hex'))
    if (keys.some(isGuessable)) findings.push(problem('CARD_KEYS', make))
    else if (keys.includes((secretKey ?? '').toLowerCase()))
      findings.push(problem('CARD_KEYS', `one is the SECRET_KEY too; ${make}`))
    else findings.push(well('CARD_KEYS', `${keys.length} set; keep a copy apart from the database's`))
  } catch (error) {
    findings.push(problem('CARD_KEYS', `${reasonOf(error)}; ${make}`))
  }
  return findings
}

/** 64 random hexadecimal characters have fewer than 8 different ones about never. */
function isGuessable(key: string): boolean {
  return new Set(key.toLowerCase()).size < 8
}
