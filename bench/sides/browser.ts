import { ok, type Reply } from './http.ts'

/** A browser without a screen: its cookies, and the anti-forgery token in its header. */
export async function browser(url: string) {
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
    const reply = await ok(`${url}${path}`, body ? { method, headers, body } : { method, headers })
    keep(reply.cookies)
    return reply
  }
  await asked('GET', '/sanctum/csrf-cookie')
  return {
    get: (path: string) => asked('GET', path),
    post: (path: string, body: object) => asked('POST', path, body),
  }
}
