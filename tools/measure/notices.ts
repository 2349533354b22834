// npm run notices: the licences of the packages that the portal runs with, to standard output.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const packageJson = z.object({ name: z.string(), version: z.string(), license: z.string() })

const folders = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { encoding: 'utf8' })
for (const folder of new Set(folders.trim().split('\n').slice(1))) {
  const manifest = join(folder, 'package.json')
  // Of another platform.
  if (!existsSync(manifest)) continue
  const { name, version, license } = z.parse(packageJson, JSON.parse(readFileSync(manifest, 'utf8')))
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
  process.stdout.write(`${name} ${version}, ${license}\n\n${text}\n\n${'-'.repeat(80)}\n\n`)
}
