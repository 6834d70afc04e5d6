// How a search went: the best value so far, and how many trials reach a value.

/** Finished trials by their values of an axis, at most one group for each colour; one group where no axis is chosen. */
function grouped(trials, by, whole) {
  const {axes, cells} = state.data;
  const groups = new Map();
  for (const trial of trials) {
    const key = by === '' ? whole : String(cells[trial.cell][Number(by)] ?? ABSENT);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(trial);
  }
  return [...groups].sort((a, b) => by !== '' && axes[Number(by)].numeric ? a[0] - b[0] : 0).slice(0, PALETTE.length);
}

/** The choice of an axis whose values have a line each; a page of several sweeps opens on the sweeps. */
function linesBy(id) {
  const {axes, compared} = state.data;
  return choices(id, [['', 'all trials'], ...axes.map((axis, i) => [String(i), axis.key])], compared ? String(axes.findIndex(axis => axis.key === 'sweep')) : '');
}

function lines(id, groups, legend, axes, points) {
  const named = name => cut(shown(name), 40);
  const [below, room] = legend ? legendBelow(id, groups.map(([name]) => named(name))) : [undefined, LEGEND];
  draw(id, {height: 290 + room, grid: {left: 62, right: 32, top: 26, bottom: legend ? 36 + room : 44}, legend: below, ...axes,
    series: groups.flatMap(([name, trials], i) => points(trials, i).map(one => ({name: named(name), type: 'line', symbol: 'none', itemStyle: {color: PALETTE[i]},
      lineStyle: {width: 2, color: PALETTE[i]}, ...one})))});
}

function bestSoFar() {
  const {metric, goal} = state.data;
  const by = linesBy('best-lines');
  const trials = finished().sort((a, b) => a.ended - b.ended);
  if (!goal || !trials.length) return draw('best-chart', null, goal ? 'Nothing has finished.' : 'Neither direction of ' + metric + ' is better.');
  const name = {type: 'value', scale: true, name: metric, nameTextStyle: {align: 'left', color: css('--soft')}};
  const usual = usualRange(trials.map(t => [valueOf(t)]));
  lines('best-chart', grouped(trials, by, metric), by !== '', {
    tooltip: {trigger: 'item', formatter: p => esc(p.value[2]) + '<br>trial ' + p.value[0] + ' in order: <b>' + num(p.value[1]) + '</b>'},
    xAxis: {type: 'value', name: 'trials finished', nameLocation: 'middle', nameGap: 26, min: 0, max: 'dataMax', minInterval: 1, splitLine: {show: false}},
    yAxis: {...name, ...(usual ? {min: usual.low, max: usual.high} : {}), axisLabel: {formatter: ticks(usual ? [usual.low, usual.high] : trials.map(valueOf))}}
  }, (group, i) => {
    let best = null;
    const path = group.map((trial, i) => {
      if (best === null || (goal === 'maximize' ? valueOf(trial) > valueOf(best) : valueOf(trial) < valueOf(best))) best = trial;
      return [i + 1, valueOf(best), best.id];
    });
    return [{data: sampled(group.map((trial, i) => [i + 1, valueOf(trial), trial.id])), type: 'scatter', symbol: 'circle', symbolSize: 4, itemStyle: {color: PALETTE[i], opacity: 0.35}, lineStyle: undefined, z: 1},
      {data: path, step: 'end', showSymbol: false}];
  });
}

function reached() {
  const {metric, goal} = state.data;
  const by = linesBy('reached-lines');
  const trials = finished();
  const most = goal === 'maximize';
  $('reached-note').textContent = 'The share of finished trials with ' + metric + ' of at ' + (most ? 'least' : 'most') + ' the value below the curve. It compares ranges of a random search or a grid, not single trials.';
  if (!trials.length) return draw('reached-chart', null, 'Nothing has finished.');
  const usual = usualRange(trials.map(t => [valueOf(t)]));
  lines('reached-chart', grouped(trials, by, metric), by !== '', {
    tooltip: {trigger: 'item', formatter: p => esc(p.seriesName) + '<br>' + percent(p.value[1]) + ' reach <b>' + num(p.value[0]) + '</b>'},
    xAxis: {type: 'value', scale: true, inverse: most, name: metric, nameLocation: 'middle', nameGap: 26, ...(usual ? {min: usual.low, max: usual.high} : {}), axisLabel: {formatter: ticks(usual ? [usual.low, usual.high] : trials.map(valueOf))}},
    yAxis: {type: 'value', min: 0, max: 1, name: 'share of trials', nameTextStyle: {align: 'left', color: css('--soft')}, axisLabel: {formatter: percent}}
  }, group => {
    const values = group.map(valueOf).sort((a, b) => most ? b - a : a - b);
    return [{data: values.map((value, i) => [value, (i + 1) / values.length]), step: 'end', symbol: 'circle', showSymbol: values.length < 40, symbolSize: 4}];
  });
}
