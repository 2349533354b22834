import { ok, Refused, type Reply } from './http.ts'

/** An answered call and its milliseconds. `Refused` is recorded and thrown. */
export type OnCall = (call: { ms: number; refused: boolean }) => void

/** A browser without a screen: cookies, and the anti-forgery token in its header. Each call is passed to `onCall`. */
export async function browser(url: string, onCall: OnCall = () => undefined) {
  const jar = new Map<string, string>()
  let headers: Record<string, string> = {}
  const keep = (cookies: readonly string[]) => {
    if (cookies.length === 0) return
    for (const line of cookies) {
      const [pair = ''] = line.split(';')
      const equals = pair.indexOf('=')
      jar.set(pair.slice(0, equals), pair.slice(equals + 1))
    }
    headers = {
      cookie: [...jar].map((pair) => pair.join('=')).join('; '),
      'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
      'x-requested-with': 'XMLHttpRequest',
    }
  }
  const asked = async (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Reply & { body: unknown }> => {
    const started = performance.now()
    const done = (refused: boolean) => onCall({ ms: performance.now() - started, refused })
    try {
      const reply = await ok(`${url}${path}`, body ? { method, headers, body } : { method, headers })
      done(false)
      keep(reply.cookies)
      return reply
    } catch (error) {
      if (error instanceof Refused) done(true)
      throw error
    }
  }
  await asked('GET', '/sanctum/csrf-cookie')
  return {
    get: (path: string) => asked('GET', path),
    post: (path: string, body: object) => asked('POST', path, body),
    cookie: () => headers['cookie'] ?? '',
  }
}
