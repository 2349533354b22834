import {
  type Call,
  errors,
  reference,
  replay,
  sale,
  taken,
  voided,
} from '#simulators/cielo/recorded/replay.ts'

const ask: Call = (acquirer) => acquirer.findByReference(reference)
const lookUp: Call = (acquirer) => acquirer.findByOrderKey('K1')
const take: Call = (acquirer) => acquirer.capture({ id: 'C1', reference, amountCents: 500 })
const giveBack: Call = (acquirer) => acquirer.void({ id: 'V1', reference })
const giveBackPart: Call = (acquirer) => acquirer.refund({ id: 'R1', reference, amountCents: 200 })

replay([
  [
    'the list of an order, dates with a T',
    lookUp,
    [
      [200, { ReasonCode: 0, Payments: [{ PaymentId: reference, ReceveidDate: '2026-03-10T12:00:00.42' }] }],
      [200, taken],
    ],
    { outcome: 'approved', capturedCents: 1250 },
  ],
  [
    'the list, and the sale itself is not there yet',
    lookUp,
    [
      [200, { ReasonCode: 0, Payments: [{ PaymentId: reference, ReceveidDate: '2026-03-10T12:00:00.4' }] }],
      [404, ''],
    ],
    { outcome: 'unknown' },
  ],
  ['an unknown order', lookUp, [[404, '']], { outcome: 'not_found' }],
  ['a malformed PaymentId', ask, [[400, errors(307)]], { outcome: 'unknown' }],
  ['the wrong host', ask, [[405, '']], { outcome: 'unknown' }],
  [
    'a sale disputed later',
    ask,
    [
      [
        200,
        sale({
          Status: 2,
          CapturedAmount: 1250,
          Chargebacks: [{ Amount: 1250, CaseNumber: '1', Status: 'Received' }],
        }),
      ],
    ],
    { outcome: 'approved', capturedCents: 1250, voidedCents: 0 },
  ],
  [
    'a capture of a part',
    take,
    [
      [200, { Status: 2, ReturnCode: '6', ReturnMessage: 'Operation Successful' }],
      [200, sale({ Status: 2, CapturedAmount: 500 })],
    ],
    { outcome: 'approved', capturedCents: 500 },
  ],
  [
    'a capture too late',
    take,
    [
      [200, { Status: 1, ReturnCode: '843' }],
      [200, sale({ Status: 1 })],
    ],
    { outcome: 'refused', returnCode: '843' },
  ],
  [
    'a capture refused by the API',
    take,
    [
      [400, errors(308)],
      [200, sale({ Status: 13 })],
    ],
    { outcome: 'refused', returnCode: '308' },
  ],
  [
    'a void of the day',
    giveBack,
    [
      [200, { Status: 10, ReturnCode: '9' }],
      [200, voided(1250, 10)],
    ],
    { outcome: 'approved', voidedCents: 1250 },
  ],
  [
    'a void of a later day, code 0',
    giveBack,
    [
      [200, { Status: 11, ReturnCode: '0' }],
      [200, voided(1250, 11)],
    ],
    { outcome: 'approved', voidedCents: 1250 },
  ],
  [
    'a void repeated',
    giveBack,
    [
      [400, errors(309)],
      [200, voided(1250, 10)],
    ],
    { outcome: 'approved', voidedCents: 1250 },
  ],
  [
    'a void that failed with code 6',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: '6' }],
      [200, taken],
    ],
    { outcome: 'unknown' },
  ],
  [
    'a void that is not for today',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: '41' }],
      [200, taken],
    ],
    { outcome: 'later', notBefore: new Date('2026-03-11T03:10:00.000Z') },
  ],
  [
    'a part on the day of the sale',
    giveBackPart,
    [
      [200, taken],
      [200, { Status: 2, ReturnCode: '100' }],
      [200, taken],
    ],
    { outcome: 'later', notBefore: new Date('2026-03-11T03:10:00.000Z') },
  ],
  [
    'the same as HTTP 400',
    giveBackPart,
    [
      [200, taken],
      [400, { ReturnCode: '100', ReturnMessage: 'x' }],
      [200, taken],
    ],
    { outcome: 'later' },
  ],
  [
    'a void without a balance',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: '55' }],
      [200, taken],
    ],
    { outcome: 'refused', returnCode: '55' },
  ],
  [
    'a void on its way',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: '476' }],
      [200, taken],
    ],
    { outcome: 'pending', until: new Date('2026-03-11T15:00:00.000Z') },
  ],
  [
    'a void on its way that the sale shows',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: '223' }],
      [200, voided(1250, 11)],
    ],
    { outcome: 'approved', voidedCents: 1250 },
  ],
  [
    'a void of an unknown sale',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: 'BP900' }],
      [200, taken],
    ],
    { outcome: 'unknown' },
  ],
  [
    'a second void within 5 s',
    giveBack,
    [
      [200, { Status: 2, ReturnCode: '475' }],
      [200, taken],
    ],
    { outcome: 'unknown' },
  ],
  [
    'a part, acknowledged before the query shows it',
    giveBackPart,
    [
      [200, taken],
      [200, { Status: 2, ReasonCode: 0, ProviderReturnCode: '0', ReturnCode: '0' }],
      [200, taken],
    ],
    { outcome: 'approved', voidedCents: 200 },
  ],
  [
    'more than is left is not asked for',
    giveBackPart,
    [[200, voided(1100, 2)]],
    { outcome: 'refused', returnCode: '309', cause: 'amount' },
  ],
])
