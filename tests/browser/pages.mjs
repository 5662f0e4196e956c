// SPDX-License-Identifier: MIT
// Drives Chromium over WebDriver through every page: pages.mjs DRIVER ADDRESS TOKEN PICTURES
import {writeFileSync} from 'node:fs';
import assert from 'node:assert/strict';

const [driver, address, token, pictures] = process.argv.slice(2);

async function call(method, path, body) {
  const answer = await fetch(driver + path, {method, body: body && JSON.stringify(body)});
  const {value} = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${value.message}`);
  return value;
}

const {sessionId} = await call('POST', '/session', {capabilities: {alwaysMatch: {
  browserName: 'chrome',
  'goog:loggingPrefs': {browser: 'ALL'},
  'goog:chromeOptions': {
    binary: '/usr/bin/chromium',
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars'],
  },
}}});
const at = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
const open = (path) => at('POST', '/url', {url: address + path});
const run = (script, ...args) => at('POST', '/execute/sync', {script, args});
const cdp = (cmd, params) => at('POST', '/goog/cdp/execute', {cmd, params});
const find = async (css) => Object.values(await at('POST', '/element', {using: 'css selector', value: css}))[0];
const click = async (css) => at('POST', `/element/${await find(css)}/click`, {});
const type = async (css, text) => at('POST', `/element/${await find(css)}/value`, {text});
const text = () => run('return document.body.innerText');
// A form that was sent takes a moment to bring the next page.
async function shows(pattern, read = text) {
  for (let tries = 0; tries < 400; ++tries) {
    if (pattern.test(await read().catch(() => ''))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.match(await read(), pattern);
}

async function look(width, scheme) {
  await cdp('Emulation.setDeviceMetricsOverride', {width, height: 900, deviceScaleFactor: 1, mobile: width < 600});
  await cdp('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: scheme}]});
}

async function picture(name) {
  const {data} = await cdp('Page.captureScreenshot', {captureBeyondViewport: true});
  writeFileSync(`${pictures}/${name}.png`, Buffer.from(data, 'base64'));
}

// The worst contrast of all texts on the page with what is really behind them (WCAG 2.2 §1.4.3).
const worst_contrast = `
  const part = (c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) => 0.2126 * part(r / 255) + 0.7152 * part(g / 255) + 0.0722 * part(b / 255);
  const colour = (text) => text.match(/[\\d.]+/g).map(Number);
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const c = colour(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] > 0) return c;
    }
    return [255, 255, 255];
  };
  let worst = {ratio: 21, text: ''};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement, words = walker.currentNode.data.trim();
    if (!words || !element.getClientRects().length || element.closest('.skip')) continue;
    const [low, high] = [luminance(colour(getComputedStyle(element).color)), luminance(ground(element))].sort((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < worst.ratio) worst = {ratio, text: words};
  }
  return worst;`;

const pages = {
  overview: '/', news: '/events', papers: '/papers?q=language', fault: '/papers?q=title+~+(',
  paper: '/papers/arxiv:2210.17323', source: '/sources/reading-group', review: '/review',
  deliveries: '/deliveries', help: '/help', login: '/login', nothing: '/nothing',
};

try {
  for (const scheme of ['light', 'dark']) {
    for (const [form, width] of [['desk', 1180], ['phone', 390]]) {
      await look(width, scheme);
      for (const [name, path] of Object.entries(pages)) {
        await open(path);
        const where = `${name} (${scheme}, ${form})`;
        const {ratio, text: words} = await run(worst_contrast);
        assert(ratio >= 4.5, `${where}: contrast ${ratio.toFixed(2)} of "${words}"`);
        const [wide, inner] = await run('return [document.documentElement.scrollWidth, window.innerWidth]');
        assert(wide <= inner, `${where}: ${wide} pixels wide in a window of ${inner}`);
        assert.equal(await run('return document.querySelectorAll("h1").length'), 1, where);
        assert.equal(await run('return document.querySelectorAll("script, [style]").length'), 0, where);
        assert.equal(await run(`return [...document.querySelectorAll('input:not([type=hidden]), select')]
          .filter(e => !e.labels.length && !e.ariaLabel).length`), 0, `${where}: a field without a label`);
        await picture(`${name}-${scheme}-${form}`);
      }
    }
  }

  await look(1180, 'light');
  await open('/events');
  assert(await run('return document.querySelectorAll("ins").length') > 0, 'words that came are marked');
  assert(await run('return document.querySelectorAll("del").length') > 0, 'words that went are marked');

  await open('/');
  await type('.search input', 'language');
  await run('document.querySelector(".search").requestSubmit()');
  await shows(/Subscribe to this search/);
  await click('.subscribe .feeds a:nth-of-type(2)');
  await shows(/\/search\.atom\?q=language$/, () => run('return document.URL'));

  await open('/login');
  await type('input[name=token]', 'not the token');
  await click('main button');
  await shows(/That is not the token/);
  await type('input[name=token]', token);
  await click('main button');
  await shows(/\/review$/, () => run('return document.URL'));
  await shows(/Accept/);
  assert.equal(await run('return document.cookie'), '', 'scripts see no session');
  await picture('review-signed-in');
  await open('/sources/reading-group');
  await click('main button');
  await shows(/It will be visited/);
  await picture('source-asked');
  await click('footer button');
  await shows(/Sign in/);

  const complaints = (await at('POST', '/se/log', {type: 'browser'}))
    .filter(({level, message}) => level === 'SEVERE' || level === 'WARNING')
    .filter(({message}) => !/status of 40[034]|status of 501/.test(message));
  assert.deepEqual(complaints, [], 'the browser complains of nothing');
  console.log(`looked at ${Object.keys(pages).length} pages, light and dark, on a desk and on a phone`);
} finally {
  await at('DELETE', '');
}
