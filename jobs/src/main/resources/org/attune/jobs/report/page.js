// What all parts of the page share: the data, the theme, numbers, and elements made of text only.
const $ = id => document.getElementById(id);
const state = {data: JSON.parse($('data').textContent), selected: new Map(), charts: new Map()};
const PALETTE = ['#2f6fde', '#e07b39', '#2a9d6f', '#a358c9', '#d64550', '#1aa3b8', '#c79a1e', '#7b8794',
  '#5b5bd6', '#8c6d46'];

/** An element; children that are texts stay texts, whatever is in them. */
function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

/** Shows sentences in a place, each as a paragraph. */
function tell(id, sentences) {
  $(id).replaceChildren(...sentences.map(sentence => el('p', {class: 'note'}, sentence)));
}

/** Text inside the HTML of a chart's tooltip. */
function esc(text) {
  return String(text).replace(/[&<>"']/g, c => '&#' + c.charCodeAt(0) + ';');
}

function num(value, digits = 4) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'number') return String(value);
  if (value === 0 || Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  const size = Math.abs(value);
  return size >= 1e-4 && size < 1e7 ? String(Number(value.toPrecision(digits))) : value.toExponential(2);
}

/** A number with so many decimals, halves away from 0; with fewer than none, rounded to tens, hundreds... */
function decimals(value, places) {
  const [digits, exponent] = String(Math.abs(value)).split('e');
  const moved = Math.round(Number(digits + 'e' + (Number(exponent || 0) + places)));
  const [whole, more] = String(moved).split('e');
  return (value < 0 && moved > 0 ? '-' : '') + Number(whole + 'e' + (Number(more || 0) - places)).toFixed(Math.max(0, places));
}

/** A number by the rule of the terminal: to its spread's second digit, or to four digits where no spread is known. */
function rounded(value, spread = null) {
  if (value === null || value === undefined) return '';
  const known = spread !== null && spread > 0 && Number.isFinite(spread), size = Math.abs(value);
  if (!known && (value === 0 || Number.isInteger(value) && size >= 1e4 && size < 1e15)) return String(value);
  const digits = known ? 2 : 4;
  const places = digits - 1 - Number((known ? spread : size).toExponential(digits - 1).split('e')[1]);
  const text = decimals(value, places);
  return size === 0 || size >= 1e-4 && size < 1e7 || Number(text) === 0 ? text
    : Number(text).toExponential(Math.max(0, Math.floor(Math.log10(Math.abs(Number(text))) + 1e-12) + places)).replace('e+', 'e');
}

/** A mean and its standard deviation, both to the deviation's second digit. */
const spread = (mean, std) => rounded(mean, std) + (std === null ? '' : ' ± ' + (std > 0 ? rounded(std, std) : '0'));

/** The spread that gives a difference and its interval their digits: a quarter of the interval. */
const quarter = of => of.low === null || of.high === null ? null : (of.high - of.low) / 4;
const signed = (value, of) => value === null ? '' : (value > 0 ? '+' : '') + rounded(value, quarter(of));

/** An interval; an end that is not 0 shows its side. */
function ends(of, plus = '+') {
  const end = value => {
    const text = rounded(value, quarter(of));
    return value === 0 ? '0' : (value > 0 ? plus : '') + (Number(text) === 0 ? rounded(value, Math.abs(value)) : text);
  };
  return of.low === null && of.high === null ? '' : (of.low === null ? '-∞' : end(of.low)) + ' to ' + (of.high === null ? '∞' : end(of.high));
}

const percent = share => share === null ? '' : Math.round(100 * share) + ' %';
/** Marks a p that is the least that so few values can give. */
const marked = (p, isLeast) => isLeast && p >= 1e-4 ? ' (least)' : '';
const least = of => marked(of.p, of.p_is_least);
/** A probability as the terminal writes it: .0313, .25, <.0001. */
const probability = p => p === null ? '' : p < 1e-4 ? '<.0001' : decimals(p, p < 0.1 ? 4 : 2).replace(/^0/, '');
const short = key => key.replace(/^(attention|model|train)\./, '');
/** A text in one line, of so many characters at most. */
const cut = (text, most = 42) => { const line = text.replace(/[\u0000-\u001f\u2028\u2029]+/g, ' '); return line.length > most ? line.slice(0, most - 1) + '…' : line; };

function time(seconds) {
  if (seconds === null || seconds === undefined) return '';
  if (seconds < 100) return num(seconds, 3) + ' s';
  return seconds < 6000 ? Math.round(seconds / 60) + ' min' : num(seconds / 3600, 3) + ' h';
}

/** A cell by the name that the user gave it and what is tuned, or by what is swept. */
const cellName = cell => cut(state.data.names[cell], 90);

/** Names by what they differ in: parts that all have are left out. */
function differing(names) {
  const parts = names.map(name => name.split(', '));
  if (parts.length < 2) return names;
  const own = parts.map(of => of.filter(part => !parts.every(other => other.includes(part))).join(', '));
  return own.every(name => name) && new Set(own).size === new Set(names).size ? own : names;
}

/** Two numbers with as many digits as tell them apart, three at least. */
function apart(low, high) {
  let digits = 3;
  while (digits < 12 && low !== high && num(low, digits) === num(high, digits)) digits++;
  return [num(low, digits), num(high, digits)];
}

/** Writes numbers of an axis with as many digits as tell a hundredth of its range apart. */
function ticks(values) {
  const known = values.filter(Number.isFinite);
  const low = Math.min(...known), range = Math.max(...known) - low;
  const digits = known.length && range > 0 ? Math.ceil(Math.log10(Math.max(Math.abs(low), range) / range)) + 2 : 3;
  return v => num(v, Math.max(3, Math.min(12, digits)));
}

const shown = value => /^-?\d+\.\d{5,}/.test(value) || /^-?[\d.]+e-?\d+$/i.test(value) ? num(Number(value), 4) : value;

function css(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A chart in a place, drawn anew with the theme's colours; said in words when there is nothing. */
function draw(id, option, empty) {
  const place = $(id);
  if (state.charts.has(id)) { state.charts.get(id).dispose(); state.charts.delete(id); }
  place.classList.toggle('empty', !option);
  place.textContent = option ? '' : empty || 'Nothing to show yet.';
  place.style.height = option && option.height ? option.height + 'px' : '';
  if (!option) return null;
  const chart = echarts.init(place, null, {renderer: 'canvas'});
  const ink = css('--ink'), soft = css('--soft'), line = css('--line'), grid = css('--grid');
  const fontFamily = getComputedStyle(document.body).fontFamily; // an axis makes room for its labels by their own font alone
  const axis = of => ({nameTextStyle: {color: soft}, ...of, axisLabel: {color: soft, fontFamily, hideOverlap: true, ...(of.max === 'dataMax' ? {alignMaxLabel: 'right'} : {}), ...of.axisLabel},
    axisLine: {lineStyle: {color: line}}, axisTick: {lineStyle: {color: line}}, splitLine: {lineStyle: {color: grid}, ...of.splitLine}});
  for (const name of ['xAxis', 'yAxis']) {
    if (option[name]) option[name] = Array.isArray(option[name]) ? option[name].map(axis) : axis(option[name]);
  }
  const tooltip = {backgroundColor: css('--card'), borderColor: line, textStyle: {color: ink, fontSize: 12}, confine: true,
    extraCssText: 'max-width:420px;white-space:normal;overflow-wrap:anywhere'};
  chart.setOption({animation: false, color: PALETTE, backgroundColor: 'transparent', textStyle: {color: ink, fontFamily}, ...option, height: undefined, tooltip: {...tooltip, ...option.tooltip},
    legend: option.legend && {textStyle: {color: soft}, inactiveColor: line, pageTextStyle: {color: soft}, pageIconColor: soft, ...option.legend}});
  state.charts.set(id, chart);
  return chart;
}

/** Pixels of a legend of one row. */
const LEGEND = 30;

/** A legend of whole names below a chart, and the pixels that it takes: names that do not fit beside each other get further rows. */
function legendBelow(id, names, style = {icon: 'circle', itemWidth: 25, itemHeight: 8}) {
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = '12px ' + getComputedStyle(document.body).fontFamily;
  const most = $(id).clientWidth - 16, icon = style.itemWidth + 15; // with the gaps beside it
  const widths = names.map(name => pen.measureText(name).width);
  const broken = widths.some(width => icon + width > most);
  let lines = 0, rows = 0, left = 0;
  for (const width of widths) {
    if (broken || icon + width > left) { rows++; lines += Math.ceil(1.1 * width / (most - icon)); left = most; } // a row ends at a word's end
    left -= icon + width;
  }
  return [{bottom: 0, data: names, ...style, textStyle: {color: css('--soft'), lineHeight: 15, ...(broken ? {width: most - icon, overflow: 'break'} : {})}}, 5 + 10 * rows + 15 * lines];
}

/** Fills a choice, and keeps what was chosen. */
function choices(id, options, chosen) {
  const select = $(id);
  const before = select.value || chosen;
  select.replaceChildren(...options.map(([value, text]) => el('option', {value}, text)));
  if (options.some(([value]) => value === before)) select.value = before;
  else if (options.length) select.value = options[0][0];
  return select.value;
}

function table(columns, rows) {
  return el('div', {class: 'plain'}, el('table', {},
    el('thead', {}, el('tr', {}, ...columns.map(c => el('th', {class: c.number ? 'n' : null, scope: 'col'}, c.name)))),
    el('tbody', {}, ...rows.map(row => el('tr', {}, ...row.map((cell, i) =>
      el('td', {class: columns[i].number ? 'n' : columns[i].wrap ? 'wrap' : null, 'data-name': columns[i].name}, cell)))))));
}
