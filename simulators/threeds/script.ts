export type ScriptSetup = { readonly base: string; readonly isMute: boolean }

/**
 * The simulator's `BP.Mpi.3ds21.min.js`: reads inputs by their `bpmpi_` classes, shows the challenge in a
 * frame, and calls the events of `bpmpi_config()`. Text, because the browser runs it.
 */
export function mpiScript(of: ScriptSetup): string {
  return text.replace('SETUP', JSON.stringify(of))
}

const text = `(function () {
  'use strict'
  var setup = SETUP
  var base = setup.base
  var config = window.bpmpi_config()
  var reference = null
  function read(name) {
    var input = document.querySelector('.bpmpi_' + name)
    return input ? input.value : ''
  }
  function tell(event, data) {
    if (typeof config[event] === 'function') config[event](data || {})
  }
  function ask(path, body) {
    return fetch(base + path, {
      method: 'POST',
      headers: { authorization: 'Bearer ' + read('accesstoken'), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(function (answer) {
      if (!answer.ok) throw new Error(String(answer.status))
      return answer.json()
    })
  }
  function failed(error) {
    if (setup.isMute) return
    tell('onError', { ReturnCode: 'MPI900', ReturnMessage: String(error && error.message) })
  }
  function challenge(path) {
    var frame = document.createElement('iframe')
    frame.title = 'Página do seu banco'
    frame.src = base + path
    frame.style.cssText = 'border:0;width:100%;height:100%;position:fixed;inset:0;background:#fff'
    window.addEventListener('message', function done(event) {
      if (event.origin !== base || event.source !== frame.contentWindow) return
      window.removeEventListener('message', done)
      frame.remove()
      ask('/v2/3ds/validate', { ReferenceId: reference }).then(function (result) {
        tell(result.event, result.data)
      }, failed)
    })
    document.body.appendChild(frame)
  }
  window.bpmpi_authenticate = function () {
    if (read('auth') !== 'true') return tell('onDisabled')
    ask('/v2/3ds/enroll', {
      ReferenceId: reference,
      TotalAmount: read('totalamount'),
      CardNumber: read('cardnumber'),
      NotifyOnly: read('auth_notifyonly') === 'true',
    }).then(function (result) {
      if (result.Challenge) challenge(result.Challenge)
      else tell(result.event, result.data)
    }, failed)
  }
  ask('/v2/3ds/init', {
    OrderNumber: read('ordernumber'),
    Currency: read('currency'),
    Amount: read('totalamount'),
  }).then(function (begun) {
    reference = begun.ReferenceId
    tell('onReady')
  }, failed)
})()
`
