/** Maps Cielo's events to ours; `authentication.done` is in `payment/authentication/server/document.ts`. */
export function bridge(environment: 'SDB' | 'PRD'): string {
  return `window.bpmpi_config = function () {
  function done(result) {
    return function (told) {
      var brought = told || {}
      window.authentication.done(result, {
        cavv: brought.Cavv || null,
        xid: brought.Xid || null,
        eci: brought.Eci || null,
        version: brought.Version || null,
        reference_id: brought.ReferenceId || null,
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
