import { unknownOutcome } from '../../outcomes.ts'
import * as z from 'zod/mini'
import type { Unknown } from '../../../acquirer.ts'
import type { Payer } from '../../../payer.ts'
import type { AuthenticationPage, AuthenticationRequest, Authenticator } from '../../../authenticator.ts'
import { brandNames, cardBrands } from '../../../brands.ts'
import { type HttpAnswer, createHttpClient } from '../../httpClient.ts'

export type ThreeDsSettings = {
  readonly url: string
  readonly hosts: readonly string[]
  readonly clientId: string
  readonly clientSecret: string
  readonly establishment: string
  readonly merchantName: string
  readonly mcc: string
  readonly timeoutMs: number
}

export const tokenReply = z.object({ access_token: z.string().check(z.minLength(1)) })

const baseOf = ({ url }: ThreeDsSettings) => url.replace(/\/$/, '')

export function scriptUrl(settings: ThreeDsSettings): string {
  return `${baseOf(settings)}/Scripts/BP.Mpi.3ds21.min.js`
}

const http = createHttpClient({ keepAlive: false })

/** Never throws. */
export function requestToken(settings: ThreeDsSettings): Promise<HttpAnswer> {
  const { clientId, clientSecret, establishment, merchantName, mcc, timeoutMs } = settings
  return http({
    method: 'POST',
    url: `${baseOf(settings)}/v2/auth/token`,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      EstablishmentCode: establishment,
      MerchantName: merchantName.slice(0, 25),
      MCC: mcc,
    }),
    timeoutMs,
  })
}

/** src/acquirer/server/cielo/README.md#9-debit */
export function cieloAuthenticator(settings: ThreeDsSettings): Authenticator {
  return {
    brands: brandNames.filter((brand) => cardBrands[brand].authenticates),
    open: (request) => openAuthentication(settings, request),
  }
}

async function openAuthentication(
  settings: ThreeDsSettings,
  request: AuthenticationRequest,
): Promise<AuthenticationPage | Unknown> {
  const answer = await requestToken(settings)
  const isIssued = answer.status !== null && answer.status < 300
  const token = isIssued ? z.safeParse(tokenReply, answer.body).data : undefined
  if (!token)
    return unknownOutcome(
      null,
      isIssued ? '3DS token missing' : `3DS token: ${answer.status ?? answer.detail}`,
    )
  return {
    outcome: 'opened',
    scriptUrl: scriptUrl(settings),
    hosts: settings.hosts,
    inputs: inputsOf(request, token.access_token),
    card: {
      number: 'bpmpi_cardnumber',
      month: 'bpmpi_cardexpirationmonth',
      year: 'bpmpi_cardexpirationyear',
    },
    bridgeScript: bridgeScript(settings.url.includes('sandbox') ? 'SDB' : 'PRD'),
  }
}

function bridgeScript(environment: 'SDB' | 'PRD'): string {
  return `window.bpmpi_config = function () {
  function done(result) {
    return function (data) {
      var evidence = data || {}
      window.authentication.done(result, {
        cavv: evidence.Cavv || null,
        xid: evidence.Xid || null,
        eci: evidence.Eci || null,
        version: evidence.Version || null,
        reference_id: evidence.ReferenceId || null,
      })
    }
  }
  return {
    onReady: function () {
      window.bpmpi_authenticate()
    },
    onSuccess: done('success'),
    onFailure: done('failure'),
    onUnenrolled: done('unenrolled'),
    onDisabled: done('disabled'),
    onError: done('error'),
    onUnsupportedBrand: done('unsupported_brand'),
    Environment: '${environment}',
    Debug: false,
  }
}
`
}

function inputsOf(order: AuthenticationRequest, accessToken: string): Record<string, string> {
  const { payer } = order
  return {
    bpmpi_auth: 'true',
    ...(order.dataOnly ? { bpmpi_auth_notifyonly: 'true' } : {}),
    bpmpi_accesstoken: accessToken,
    bpmpi_ordernumber: order.orderKey.slice(0, 50),
    bpmpi_currency: 'BRL',
    bpmpi_totalamount: String(order.amountCents),
    bpmpi_installments: '1',
    bpmpi_paymentmethod: order.kind === 'debit' ? 'Debit' : 'Credit',
    bpmpi_order_productcode: 'PHY',
    bpmpi_merchant_url: order.shopUrl.slice(0, 100),
    bpmpi_device_ipaddress: order.ip,
    bpmpi_device_channel: 'Browser',
    bpmpi_customerid: payer.taxId,
    bpmpi_billto_contactname: payer.name.slice(0, 120),
    bpmpi_billto_email: (payer.email ?? '').slice(0, 255),
    ...(payer.phone === null ? {} : { bpmpi_billto_phonenumber: phoneOf(payer.phone) }),
    ...(payer.address ? addressOf(payer.address) : {}),
  }
}

function phoneOf(phone: string): string {
  return `55${phone.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '')}`.slice(0, 15)
}

function addressOf(home: NonNullable<Payer['address']>): Record<string, string> {
  return {
    bpmpi_billto_street1: `${home.street}, ${home.number}`.slice(0, 60),
    bpmpi_billto_street2: (home.complement ?? '').slice(0, 60),
    bpmpi_billto_city: home.city.slice(0, 50),
    bpmpi_billto_state: home.state.slice(0, 2),
    bpmpi_billto_zipcode: home.postalCode.replace(/\D/g, '').slice(0, 8),
    bpmpi_billto_country: 'BR',
  }
}
