import { decodeText } from './decodeText.ts'

/** The JSON of an answer in any charset. Throws where it is none. */
export async function readJsonAnswer(response: Response): Promise<unknown> {
  const content = new Uint8Array(await response.arrayBuffer())
  return JSON.parse(decodeText(content, response.headers.get('content-type')))
}
