import type { Payer } from '../../../acquirer.ts'
import type { AuthenticationRequest } from '../../../authenticator.ts'

/** Hidden inputs by class, cut to their lengths; the browser adds the card. */
export function inputsOf(asked: AuthenticationRequest, accessToken: string): Record<string, string> {
  const { payer } = asked
  return {
    bpmpi_auth: 'true',
    ...(asked.dataOnly ? { bpmpi_auth_notifyonly: 'true' } : {}),
    bpmpi_accesstoken: accessToken,
    bpmpi_ordernumber: asked.orderKey.slice(0, 50),
    bpmpi_currency: 'BRL',
    bpmpi_totalamount: String(asked.amountCents),
    bpmpi_installments: '1',
    bpmpi_paymentmethod: asked.kind === 'debit' ? 'Debit' : 'Credit',
    bpmpi_order_productcode: 'PHY',
    bpmpi_merchant_url: asked.shopUrl.slice(0, 100),
    bpmpi_device_ipaddress: asked.ip,
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
