import { testSale } from '#simulators/cielo/testBed.ts'
import {
  type Call,
  card,
  errors,
  master,
  reference,
  replay,
  sale,
  taken,
} from '#simulators/cielo/recorded/replay.ts'

const buy: Call = (acquirer) => acquirer.authorise(testSale())
const buySaved: Call = (acquirer) =>
  acquirer.authorise(
    testSale({
      instrument: { type: 'saved_card', kind: 'credit', acquirerToken: 't', brand: 'Visa', cvv: null },
    }),
  )
const ask: Call = (acquirer) => acquirer.findByReference(reference)

replay([
  [
    'a sale taken, letters in its authorisation, Tid of 13 digits',
    buy,
    [[201, taken]],
    {
      outcome: 'approved',
      capturedCents: 1250,
      nsu: '674532',
      authorisationCode: 'A1B2C3',
      lastDigits: '3191',
    },
  ],
  [
    'a sale held',
    buy,
    [[201, sale({ Status: 1, ReturnCode: '4' })]],
    { outcome: 'approved', capturedCents: 0 },
  ],
  [
    'a sale by token: neither number nor holder',
    buySaved,
    [
      [
        201,
        sale({ Status: 2, ReturnCode: '6', CreditCard: { SaveCard: false, CardToken: 't', Brand: 'Visa' } }),
      ],
    ],
    { outcome: 'approved', brand: 'Visa', lastDigits: null, cardToken: null },
  ],
  [
    'a stored card’s first sale',
    buy,
    [
      [
        201,
        sale({
          Status: 2,
          ReturnCode: '6',
          IssuerTransactionId: '580027442382078',
          CreditCard: { ...card, SaveCard: true, CardToken: 'tok' },
        }),
      ],
    ],
    { outcome: 'approved', cardToken: 'tok' },
  ],
  [
    'a brand that Cielo does not know',
    buy,
    [[201, sale({ Status: 2, CreditCard: { ...card, Brand: 'Undefined' } })]],
    { outcome: 'approved', brand: 'Undefined' },
  ],
  [
    'denied for want of money',
    buy,
    [[201, sale({ Status: 3, ReturnCode: '51', AuthorizationCode: null })]],
    { outcome: 'refused', cause: 'funds', returnCode: '51' },
  ],
  [
    'denied, with Mastercard’s advice',
    buy,
    [[201, sale({ Status: 3, ReturnCode: '82', MerchantAdviceCode: '03', CreditCard: master })]],
    { outcome: 'refused', returnCode: '82', cause: 'generic' },
  ],
  [
    'denied, the code only as the provider’s',
    buy,
    [[201, sale({ Status: 3, ProviderReturnCode: '54' })]],
    { outcome: 'refused', cause: 'expired', returnCode: '54' },
  ],
  [
    'a stored card denied for want of its security code',
    buySaved,
    [[201, sale({ Status: 3, ReturnCode: 'N7' })]],
    { outcome: 'refused', cause: 'cvv_missing' },
  ],
  [
    'Velocity: Status 0 without a ReturnCode',
    buy,
    [
      [
        201,
        sale({ Status: 0, ReasonCode: 16, ReasonMessage: 'AbortedByFraud', ProviderReturnCode: 'BP171' }),
      ],
    ],
    { outcome: 'refused', cause: 'velocity', returnCode: 'BP171' },
  ],
  [
    'Velocity, only the reason',
    buy,
    [[201, sale({ Status: 0, ReasonCode: 16 })]],
    { outcome: 'refused', cause: 'velocity' },
  ],
  [
    'the shop’s set-up, and the query says the same',
    buy,
    [
      [201, sale({ Status: 0, ReturnCode: '001' })],
      [200, sale({ Status: 0, ReturnCode: '001' })],
    ],
    { outcome: 'refused', cause: 'setup', returnCode: '001' },
  ],
  [
    'the shop’s set-up, and the query shows money',
    buy,
    [
      [201, sale({ Status: 0, ReturnCode: '002' })],
      [200, taken],
    ],
    { outcome: 'approved', capturedCents: 1250 },
  ],
  [
    'the shop’s set-up, and the query does not know it',
    buy,
    [
      [201, sale({ Status: 0, ReturnCode: '003' })],
      [404, ''],
    ],
    { outcome: 'unknown', reference },
  ],
  ['a time-out', buy, [[201, sale({ Status: 0, ReturnCode: '99' })]], { outcome: 'unknown', reference }],
  [
    'a time-out at Cielo’s own',
    buy,
    [[201, sale({ Status: 0, ReturnCode: 'BP900', TryAutomaticCancellation: true })]],
    { outcome: 'unknown', reference },
  ],
  [
    'Status 0 and "0": seen with money that was captured',
    ask,
    [[200, sale({ Status: 0, ReturnCode: '0' })]],
    { outcome: 'unknown', reference },
  ],
  ['Status 0 and nothing', ask, [[200, sale({ Status: 0 })]], { outcome: 'unknown', reference }],
  ['aborted', ask, [[200, sale({ Status: 13 })]], { outcome: 'refused' }],
  [
    'a wrong key: 401 without a body',
    buy,
    [[401, '']],
    { outcome: 'refused', cause: 'setup', returnCode: '401' },
  ],
  [
    'an address that is not on the list',
    buy,
    [[403, errors(301)]],
    { outcome: 'refused', cause: 'setup', returnCode: '403' },
  ],
  [
    'a MerchantId that is no GUID',
    buy,
    [[400, errors(114)]],
    { outcome: 'refused', cause: 'setup', returnCode: '114' },
  ],
  ['letters in the number', buy, [[400, errors(127)]], { outcome: 'refused', cause: 'card_data' }],
  ['a brand that has ended', buy, [[400, errors(185)]], { outcome: 'refused', cause: 'brand' }],
  ['an internal error may have sold', buy, [[400, errors(0)]], { outcome: 'unknown' }],
])
