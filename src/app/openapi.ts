import { lookUp } from '#kit/text/lookUp.ts'
import * as z from 'zod/mini'
import type { Endpoint } from '#kit/endpoint.ts'
import { commonErrors, type FailName } from '#kit/fail.ts'
import { isStaffAccess } from '#staff/level.ts'
import { contracts } from './modules.ts'
import { failTexts } from './failTexts.ts'

type Operation = Record<string, unknown>

/** The OpenAPI 3.1 document of all contracts. */
export function openApiDocument(serverUrl: string): Record<string, unknown> {
  const paths = new Map<string, Record<string, Operation>>()
  for (const [name, endpoint] of Object.entries<Endpoint>(contracts)) {
    const path = endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}')
    paths.set(path, { ...paths.get(path), [endpoint.method.toLowerCase()]: operation(name, endpoint) })
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Guichê', version: '0.2.0', description: 'Parking ticket payments. Amounts in BRL.' },
    servers: [{ url: serverUrl }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { session: sessionCookie(serverUrl), device: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failureSchema },
    },
  }
}

function sessionCookie(serverUrl: string): Record<string, string> {
  const [plain, https] = ['guiche_session', '__Host-guiche_session']
  return {
    type: 'apiKey',
    in: 'cookie',
    name: serverUrl.startsWith('https:') ? https : plain,
    description: `${https} where the portal is served over https, else ${plain}.`,
  }
}

const failureSchema = {
  type: 'object',
  required: ['message', 'code', 'status'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    status: { type: 'integer' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    data: {},
    request_id: { type: 'string' },
  },
}

function operation(name: string, endpoint: Endpoint): Operation {
  const status = String(endpoint.status ?? 200)
  return {
    operationId: name,
    summary: endpoint.summary,
    security: endpoint.access === 'device' ? [{ device: [] }] : [{ session: [] }],
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    requestBody: endpoint.body && {
      required: true,
      content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
    },
    responses: {
      [status]:
        endpoint.status === 204
          ? { description: 'No content' }
          : { description: 'Success', content: successContent(endpoint) },
      ...failureResponses(endpoint),
    },
  }
}

function successContent({ media, reply }: Endpoint): Operation {
  if (!media) return { 'application/json': { schema: jsonSchema(reply, 'output') } }
  return Object.fromEntries(media.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
}

function parameters(place: 'path' | 'query', schema: z.ZodMiniType | undefined): Operation[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }))
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
}

/** Implied by access and transport; any body may be unreadable, any path without its subject. */
export function impliedFailures(endpoint: Endpoint): FailName[] {
  const { access, method, params, query } = endpoint
  const names: FailName[] = ['too_many', 'unavailable']
  if (method !== 'GET' || params || query) names.push('invalid')
  const ofLot = isStaffAccess(access) && [query, endpoint.body].some(hasLotField)
  if (params || ofLot || access === 'bearer' || access === 'bearer_human') names.push('not_found')
  if (access === 'device') return [...names, 'device_key']
  if (access === 'outside') return names
  if (method !== 'GET') names.push('csrf')
  if (access === 'human' || access === 'bearer_human') names.push('human_required')
  if (access === 'customer' || isStaffAccess(access)) names.push('unauthenticated')
  if (isStaffAccess(access)) names.push('forbidden')
  if (isStaffAccess(access) && access !== 'staff') names.push('second_factor', 'staff_password')
  return [...names, 'api_token']
}

/** docs/back-office.md#lots-of-a-person */
function hasLotField(schema: Endpoint['body']): boolean {
  return schema instanceof z.ZodMiniObject && ('lot_id' in schema.shape || 'lot_ids' in schema.shape)
}

function failureResponses(endpoint: Endpoint): Record<string, Operation> {
  const common: Readonly<Record<string, number>> = commonErrors
  const texts: Readonly<Record<string, string>> = failTexts
  const byStatus = new Map<string, string[]>()
  for (const name of [...Object.keys(endpoint.errors ?? {}), ...impliedFailures(endpoint)]) {
    const status = String(lookUp(endpoint.errors ?? {}, name) ?? lookUp(common, name))
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${name}: ${lookUp(texts, name)}`])
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [status, { description: lines.join(' | '), content }]),
  )
}
