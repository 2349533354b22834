import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import * as z from 'zod/mini'
import { type NewAdmin, newAdmin } from './createAdmin.ts'

type Given = { name?: string; email?: string; cpf?: string; phone?: string }

type Input = Readable & { isTTY?: boolean }

/**
 * Prompts for missing values, the password twice without echo. Without a terminal the password is the first
 * line of the input. Throws for invalid values.
 */
export async function askAdmin(given: Given, input: Input): Promise<NewAdmin> {
  const entered = input.isTTY ? await askPerson(given, input) : { ...given, password: await firstLine(input) }
  const { cpf: taxId, ...rest } = entered
  const parsed = newAdmin.safeParse({ ...rest, taxId })
  if (parsed.success) return parsed.data
  const flags: Record<string, string> = { taxId: 'cpf' }
  const wrong = parsed.error.issues.map(({ path, message }) => {
    const field = String(path[0])
    return `${flags[field] ?? field}: ${message}`
  })
  throw new Error([...new Set(wrong)].join('\n'))
}

/** Asks again for what is invalid and for passwords that differ; echo is off for them. */
async function askPerson(given: Given, input: Input): Promise<Given & { password: string }> {
  let hidden = false
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      if (!hidden) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input, output, terminal: true })
  const ask = async (
    field: Exclude<keyof NewAdmin, 'password'>,
    label: string,
    known: string | undefined,
  ) => {
    if (known !== undefined) return known
    for (;;) {
      const typed = await terminal.question(`${label}: `)
      const { error } = newAdmin.shape[field].safeParse(typed)
      if (!error) return typed
      process.stdout.write(`${error.issues[0]?.message}\n`)
    }
  }
  const askUnseen = async (label: string) => {
    process.stdout.write(`${label}: `)
    hidden = true
    const typed = await terminal.question('')
    hidden = false
    process.stdout.write('\n')
    return typed
  }
  const askPassword = async () => {
    for (;;) {
      const password = await askUnseen('Password, 12 characters or more')
      const { error } = newAdmin.shape.password.safeParse(password)
      if (!error && password === (await askUnseen('The same password again'))) return password
      process.stdout.write(`${error?.issues[0]?.message ?? 'The two passwords differ.'}\n`)
    }
  }
  try {
    const name = await ask('name', 'Name of the admin', given.name)
    const email = await ask('email', 'E-mail', given.email)
    const cpf = await ask('taxId', 'CPF', given.cpf)
    const phone = await ask('phone', 'Phone with area code', given.phone)
    return { name, email, cpf, phone, password: await askPassword() }
  } finally {
    terminal.close()
  }
}

async function firstLine(input: Input): Promise<string> {
  input.setEncoding('utf8')
  let text = ''
  for await (const chunk of input) text += z.parse(z.string(), chunk)
  return text.split(/\r?\n/)[0] ?? ''
}
