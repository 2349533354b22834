import { requestKeepAlive } from './wire/requestKeepAlive.ts'

/** A JSON body is read by path: `at(answer.body, 'data.ticket.value')`. */
export type Answer = { status: number; body: unknown; headers: Headers }

/** The value at a dotted path; undefined where the path ends. */
export function at(value: unknown, path: string): unknown {
  let current = value
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined
    current = Reflect.get(current, key)
  }
  return current
}

/** The text at a dotted path. Throws when it is not a text, naming the body. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path)
  if (typeof found !== 'string') throw new Error(`no text at ${path} in ${JSON.stringify(value)}`)
  return found
}

/** Conflicts without an object that staff could look at. */
const bareConflicts = ['duplicate_account', 'second_factor_enrolled', 'second_factor_missing']

/** Throws for a conflict of the back office without the current object (docs/spec.md#errors). */
function checkConflict(path: string, { status, body }: Answer): void {
  if (status !== 409 || !path.startsWith('/api/staff/') || bareConflicts.includes(textAt(body, 'code')))
    return
  if (at(body, 'data') === undefined) throw new Error(`409 of ${path} without data: ${JSON.stringify(body)}`)
}

type Sent = {
  body?: unknown
  form?: FormData
  text?: string
  headers?: Record<string, string>
  bare?: boolean
}

/** A browser without a screen: keeps cookies and sends the headers of docs/spec.md#anti-forgery. */
export class PortalClient {
  url: string
  readonly cookies = new Map<string, string>()
  readonly address: string | null
  /** `address`: the IP address that a proxy reports; by default this machine's. */
  constructor(url: string, address: string | null = null) {
    this.url = url
    this.address = address
  }

  /** The same browser at another address of the portal. */
  movedTo(url: string): PortalClient {
    const moved = new PortalClient(url, this.address)
    for (const [name, value] of this.cookies) moved.cookies.set(name, value)
    return moved
  }

  get(path: string, sent: Sent = {}): Promise<Answer> {
    return this.send('GET', path, sent)
  }

  /** Fetches the anti-forgery cookie first when there is none; `bare` sends nothing of its own. */
  async post(path: string, body: unknown = {}, sent: Sent = {}): Promise<Answer> {
    if (!sent.bare && !this.cookies.has('XSRF-TOKEN')) await this.get('/sanctum/csrf-cookie')
    return this.send('POST', path, { ...sent, body })
  }

  /** An unsafe call by another method, with the anti-forgery cookie fetched first. */
  async change(method: 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
    if (!this.cookies.has('XSRF-TOKEN')) await this.get('/sanctum/csrf-cookie')
    return this.send(method, path, body === undefined ? {} : { body })
  }

  /** Multipart form data, as a form with files sends it. */
  async upload(path: string, form: FormData): Promise<Answer> {
    if (!this.cookies.has('XSRF-TOKEN')) await this.get('/sanctum/csrf-cookie')
    return this.send('POST', path, { form })
  }

  /** A raw body of any type. */
  async raw(path: string, text: string, type: string): Promise<Answer> {
    if (!this.cookies.has('XSRF-TOKEN')) await this.get('/sanctum/csrf-cookie')
    return this.send('POST', path, { text, headers: { 'content-type': type } })
  }

  async send(method: string, path: string, sent: Sent): Promise<Answer> {
    const token = this.cookies.get('XSRF-TOKEN')
    const own: Record<string, string> = sent.bare
      ? {}
      : { 'x-requested-with': 'XMLHttpRequest', ...(token ? { 'x-xsrf-token': token } : {}) }
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      accept: 'application/json',
      ...(cookie ? { cookie } : {}),
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.address === null ? {} : { 'x-forwarded-for': this.address }),
      ...own,
      ...sent.headers,
    }
    const body = sent.form ?? sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
    const reply = await requestKeepAlive(this.url + path, { method, headers, body })
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const cut = pair.indexOf('=')
      this.cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
    }
    const { status, text } = reply
    const json = reply.headers.get('content-type')?.includes('json')
    const answer = { status, body: json ? JSON.parse(text) : text, headers: reply.headers }
    checkConflict(path, answer)
    return answer
  }
}
