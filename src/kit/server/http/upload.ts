import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { stripInvisible } from '../../brazil.ts'
import type { ReplyInputOf, Endpoint } from '../../endpoint.ts'
import { invalid } from '../../fail.ts'
import { decodeText } from '../decodeText.ts'
import { addRoute, type Guard, type EndpointInput, parseInput } from './mount.ts'

/** `type` and `name` come from the browser and are not trusted. */
export type UploadedFile = { readonly name: string; readonly type: string; readonly content: Buffer }

type UploadOptions<C> = { readonly guard: Guard<C>; readonly field: string; readonly maxBytes: number }

/** Adds a route for multipart form data with at most one file; the other fields are the body. */
export function mountUpload<E extends Endpoint, C>(
  app: FastifyInstance,
  endpoint: E,
  wanted: UploadOptions<C>,
  handler: (input: EndpointInput<E> & { file: UploadedFile | null }, caller: C) => Promise<ReplyInputOf<E>>,
): void {
  addRoute(app, endpoint, wanted.guard, async (request, reply, caller) => {
    const { fields, file } = await readParts(request, wanted)
    const answer = await handler({ ...parseInput(endpoint, request, fields), file }, caller)
    return reply.status(endpoint.status ?? 200).send(z.parse(endpoint.reply, answer))
  })
}

/** Latin-1 keeps the bytes of a field, which `decodeField` reads. */
const fieldBytes = { defCharset: 'latin1' }

function decodeField(value: unknown): unknown {
  if (typeof value !== 'string' || /[^\0-\xff]/.test(value)) return value
  return decodeText(Buffer.from(value, 'latin1'), null)
}

type Parts = { fields: Record<string, unknown>; file: UploadedFile | null }

const maxFieldBytes = 64 * 1024

/** Throws 422 when the form is missing, cut or too large. */
async function readParts(
  request: FastifyRequest,
  { field, maxBytes }: Omit<UploadOptions<unknown>, 'guard'>,
): Promise<Parts> {
  if (!request.isMultipart()) throw invalid({ [field]: ['Envie o arquivo.'] })
  const limits = { fileSize: maxBytes, files: 1, fields: 20, fieldSize: maxFieldBytes }
  const fields = new Map<string, unknown>()
  let file: UploadedFile | null = null
  try {
    for await (const part of request.parts({ limits, ...fieldBytes })) {
      if (part.type === 'field') {
        fields.set(part.fieldname, decodeField(part.value))
        continue
      }
      const content = await part.toBuffer()
      if (part.fieldname === field)
        file = {
          name: stripInvisible((part.filename ?? '').replaceAll('\ufffd', '')),
          type: part.mimetype,
          content,
        }
    }
  } catch (error) {
    request.log.warn({ err: error }, 'upload refused')
    const large = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'
    throw large
      ? tooLarge(field, maxBytes)
      : invalid({ [field]: ['O envio não chegou inteiro. Envie de novo.'] })
  }
  return { fields: Object.fromEntries(fields), file }
}

function tooLarge(field: string, maxBytes: number) {
  const size =
    maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${Math.floor(maxBytes / 1024)} KB`
  return invalid({ [field]: [`O arquivo é grande demais: no máximo ${size}.`] })
}
